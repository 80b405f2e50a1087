import { z } from "zod";
import { declaredNames, sourceFaults } from "./cell-source.js";
import { kernelspec } from "./environment.js";

/** What a cell's metadata may say that it produces. */
export const products = ["html", "svg", "text"] as const;

/** Longest cell, in lines: one idea. */
const longestCell = 15;
/** Longest line, in characters: what a window beside the file browser shows. */
const longestLine = 110;

const source = z.union([z.string(), z.array(z.string())]).transform((lines) => [lines].flat().join(""));
const cellSchema = z.discriminatedUnion("cell_type", [
  z.looseObject({ cell_type: z.literal("markdown"), source }),
  z.looseObject({
    cell_type: z.literal("code"),
    source,
    execution_count: z.unknown(),
    outputs: z.array(z.unknown()),
    metadata: z.looseObject({
      seamlab: z.strictObject({ produces: z.array(z.enum(products)) }).optional(),
    }),
  }),
]);
const notebookSchema = z.looseObject({
  cells: z.array(cellSchema).min(1),
  metadata: z.looseObject({ kernelspec: z.unknown() }),
});

type CodeCell = Extract<z.output<typeof cellSchema>, { cell_type: "code" }>;

/**
 * What is wrong with a notebook as it would be committed, a line for each fault.
 *
 * Outputs would be someone's machine's, and grow the repository. Imports other than `../dist/` don't load in a cell, or
 * bring a second copy of what `src/` uses. `{ arms }` with `arms` of an earlier cell compiles and throws. `export` and
 * `for await` are refused by the kernel. Cells say what they produce, so that a run can be held to it.
 *
 * @param json the file's text
 */
export function notebookFaults(json: string): string[] {
  const parsed = notebookSchema.safeParse(parseJson(json));
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `${path.join(".") || "the notebook"}: ${message}`);
  const { cells, metadata } = parsed.data;
  const faults: string[] = [];
  if (JSON.stringify(metadata.kernelspec) !== JSON.stringify(kernelspec))
    faults.push(`kernelspec: ${JSON.stringify(metadata.kernelspec)} should be ${JSON.stringify(kernelspec)}`);
  if (cells[0].cell_type !== "markdown")
    faults.push("it should begin with what it is about, in a Markdown cell");
  const code = cells.filter((cell) => cell.cell_type === "code");
  const earlier = new Set<string>();
  code.forEach((cell, i) => {
    const found = [...outerFaults(cell), ...sourceFaults(cell.source, earlier)];
    faults.push(...found.map((what) => `code cell ${i + 1}: ${what}`));
    for (const name of declaredNames(cell.source)) earlier.add(name);
  });
  if (code.at(-1)?.metadata.seamlab?.produces.at(-1) !== "svg")
    faults.push("it should end in a picture (svg)");
  return faults;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function outerFaults({ source, outputs, execution_count, metadata }: CodeCell): string[] {
  const lines = source.trimEnd().split("\n");
  const wide = lines.find((line) => line.length > longestLine);
  return [
    ...(outputs.length > 0 ? [`it has outputs (${outputs.length}); clear them before committing`] : []),
    ...(execution_count === null ? [] : [`it has an execution count; clear the outputs before committing`]),
    ...(lines.length > longestCell ? [`it has ${lines.length} lines; at most ${longestCell}`] : []),
    ...(wide === undefined ? [] : [`a line has ${wide.length} characters; at most ${longestLine}: ${wide}`]),
    ...(metadata.seamlab === undefined
      ? [`its metadata should say what it produces: "seamlab": { "produces": [${products.join(" | ")}, …] }`]
      : []),
  ];
}
