import { Comparison, type ComparisonRow } from "../comparison.js";
import type { Experiment } from "../experiment.js";
import { fastapiDocs } from "../fastapi-docs.js";
import { bracketPieces } from "../published/bracket-posts.js";
import { averageLength, digestOf } from "../published/measures.js";
import type { Piece } from "../published/piece.js";
import { reproductionInputs } from "../study-inputs.js";
import { addDifferences, addScores, studyScores } from "../study-scores.js";
import { workloadOf } from "../workload.js";
import { expectedPagesWithHeading, expectedPosts } from "./expected.js";
import { finding, headingPrefixTables } from "./tables.js";

const id = "heading-prefix";
const source = fastapiDocs(id);
const wanted = {
  byType: ["pages_full@5", "pages_part@5"],
  compared: ["pages_full@5", "pages_part@5", "hit@5", "MRR@10", "hit@3000c"],
};

/** The heading in square brackets before each chunk, as a post on MDX files has it. */
export const headingPrefix: Experiment = {
  id,
  title: "Heading prefix in MDX posts",
  about: "does `[Heading]` before each chunk help to find all the pages that a question expects?",
  source,
  differences: [
    "The post states neither size nor overlap, so every way of packing is counted and none is the one.",
    "The post says that a carriage return ends up in the heading; in JavaScript `.` never matches one, and it is the match itself that fails on CRLF files. Line ends are read as one here.",
    "What is searched has the innermost title of level 1 or 2 in its brackets, without anchor: the intro gets the page's title, where the published code gives it none.",
    "The pages are FastAPI's Markdown, not the post's MDX files, which aren't public, and the questions are this project's.",
  ],
  workload: async (context) => workloadOf(await reproductionInputs(id, source, context), context),
  async run(context): Promise<ComparisonRow[]> {
    const inputs = await reproductionInputs(id, source, context);
    const comparison = new Comparison(id);
    context.onEvent({ kind: "step", text: "cutting the pages by the published rules" });
    const texts = inputs.pages.map(({ markdown }) => markdown);
    const withHeading = texts.filter((text) => bracketPieces(text, 1).some(({ path }) => path.length > 0));
    comparison.add(
      { arm: "", quantity: "pages with a heading of level 2", ours: withHeading.length },
      { basis: "independent run", value: expectedPagesWithHeading, tolerance: 0 },
    );
    for (const expected of expectedPosts) addCounts(comparison, texts, expected);
    const run = await studyScores(id, inputs, context, wanted);
    addScores(comparison, run, wanted);
    addDifferences(comparison, run, wanted);
    return comparison.rows;
  },
  tables: headingPrefixTables,
  finding,
};

function addCounts(
  comparison: Comparison,
  texts: readonly string[],
  expected: (typeof expectedPosts)[number],
): void {
  const { rule: arm, max_chars } = expected;
  const pieces = texts.flatMap((text) => bracketPieces(text, max_chars));
  const inBrackets = pieces.filter(({ path }) => path.length > 0).length;
  const add = (quantity: string, ours: number, value: number, tolerance = 0): void =>
    comparison.add({ arm, quantity, ours }, { basis: "independent run", value, tolerance });
  add("chunks", pieces.length, expected.total);
  add("with heading", inBrackets, expected.with_heading);
  const share = 100 * (inBrackets / pieces.length);
  add("with heading, %", share, (100 * expected.with_heading) / expected.total, 0.05);
  add("intro", pieces.length - inBrackets, expected.intro);
  add("avg_chars with prefix", averageLength(pieces.map(prefixed)), expected.avg_chars, 0.05);
  const crlf = texts.flatMap((text) => bracketPieces(text.replaceAll("\n", "\r\n"), max_chars));
  const isSame = digestOf(crlf.map(prefixed)) === digestOf(pieces.map(prefixed));
  comparison.add(
    { arm, quantity: "the same with CRLF files", ours: isSame ? "yes" : "no" },
    { basis: "independent run", value: "yes", tolerance: 0 },
  );
}

function prefixed({ path, text }: Piece): string {
  return path.length === 0 ? text : `[${path.join("")}]\n${text}`;
}
