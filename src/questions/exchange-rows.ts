import { z } from "zod";
import type { Problem, TestItem } from "./test-set.js";

/** A question from another tool's file, as far as the file says: where its answer stands is still to be found. */
export interface ImportedRow {
  /** Where it stands in the file, such as `line 12`. */
  readonly place: string;
  readonly question: string;
  /** All of them are needed; none where the answer is still to be found. */
  readonly evidence: readonly string[];
  readonly id?: string;
  readonly url?: string;
  readonly type?: string;
  readonly also?: NonNullable<TestItem["also"]>;
  readonly pages?: readonly string[];
}

export interface ReadRows {
  readonly rows: readonly ImportedRow[];
  /** One for each row that can't be used. */
  readonly problems: readonly Problem[];
  /** Names of fields that mean nothing here and were left out. */
  readonly ignored: readonly string[];
}

const text = z.string().refine((value) => value.trim() !== "", "is empty");
const texts = z.union([z.string(), z.array(z.string())]);
const quotes = {
  evidence: texts.optional(),
  answer_quote: texts.optional(),
  answer_quotes: texts.optional(),
};

/** Both the short names that other tools write and those of a test set are understood. */
const rowSchema = z.object({
  q: text.optional(),
  question: text.optional(),
  ...quotes,
  id: z.union([text, z.int()]).optional(),
  url: z.string().optional(),
  type: z.string().optional(),
  also: z.array(z.strictObject({ url: text, ...quotes })).optional(),
  pages: z.array(text).optional(),
});

const knownFields = new Set(Object.keys(rowSchema.shape));

/**
 * Rows from values that were read from a file.
 *
 * @param values with the place that each stands at
 */
export function rowsFrom(values: readonly { readonly place: string; readonly value: unknown }[]): ReadRows {
  const rows: ImportedRow[] = [];
  const problems: Problem[] = [];
  const ignored = new Set<string>();
  for (const { place, value } of values) {
    const parsed = rowSchema.safeParse(value);
    const question = parsed.data?.question ?? parsed.data?.q;
    if (!parsed.success || question === undefined) {
      const what = parsed.success
        ? "no question: a row needs q (or question)"
        : parsed.error.issues.map(({ path, message }) => `${path.join(".") || "row"}: ${message}`).join("; ");
      problems.push({ severity: "error", item: place, what });
      continue;
    }
    for (const field of Object.keys(value as object)) if (!knownFields.has(field)) ignored.add(field);
    const { id, url, type, also, pages } = parsed.data;
    rows.push({
      place,
      question,
      evidence: evidenceOf(parsed.data),
      ...(id === undefined ? {} : { id: String(id) }),
      ...(isGiven(url) ? { url } : {}),
      ...(isGiven(type) ? { type } : {}),
      ...(also === undefined ? {} : { also: also.map(placeOf) }),
      ...(pages === undefined || pages.length === 0 ? {} : { pages }),
    });
  }
  return { rows, problems, ignored: [...ignored] };
}

type Quotes = z.infer<z.ZodObject<typeof quotes>>;

function evidenceOf({ evidence, answer_quote, answer_quotes }: Quotes): string[] {
  return [evidence ?? answer_quotes ?? answer_quote ?? []].flat().filter(isGiven);
}

function placeOf({ url, ...given }: Quotes & { url: string }): NonNullable<TestItem["also"]>[number] {
  return { url, ...quoteFields(evidenceOf(given)) };
}

/** Quotes as an item has them: one as `answer_quote`, several as `answer_quotes`, none not at all. */
export function quoteFields(
  found: readonly string[],
): { answer_quote: string } | { answer_quotes: string[] } | Record<string, never> {
  if (found.length === 0) return {};
  return found.length === 1 ? { answer_quote: found[0] } : { answer_quotes: [...found] };
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}
