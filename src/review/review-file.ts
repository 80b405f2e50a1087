import { readFile } from "node:fs/promises";
import path from "node:path";
import { stringify } from "csv-stringify/sync";
import { writeAtomically } from "../corpus/index.js";
import { delimiterOf, escapeFormula, recordsOf, unescapeFormula } from "../questions/index.js";
import { didYouMean, StudyError } from "../study/index.js";
import { type Tag, type TaggedMiss, tagNames } from "./tag.js";

/** What a person says of a tag: it holds, it doesn't, or it holds though no rule found it. */
export const verdicts = ["confirmed", "rejected", "added"] as const;
export type ReviewVerdict = (typeof verdicts)[number];

/** One row of `review.csv`. */
export interface Judgement {
  readonly question: string;
  /** Empty: every arm. */
  readonly arm: string;
  /** Empty: every retriever. */
  readonly retriever: string;
  readonly tag: Tag;
  /** Empty: not judged yet. */
  readonly verdict: ReviewVerdict | "";
  readonly note: string;
}

/** What a study has, to hold the file to. */
export interface Reviewable {
  readonly questions: readonly { readonly id: string }[];
  readonly arms: readonly { readonly name: string }[];
  readonly retrievers: readonly string[];
}

/** The file's columns. `evidence` is written for the reader and never read. */
export const reviewColumns = ["question", "arm", "retriever", "tag", "verdict", "note", "evidence"] as const;
const required = ["question", "tag", "verdict"] as const;

export const reviewFileOf = (studyFolder: string): string => path.join(studyFolder, "review.csv");

/** A study's judgements; none where there is no `review.csv`. @throws StudyError, see `parseReview` */
export async function readReview(studyFolder: string, study: Reviewable): Promise<Judgement[]> {
  const text = await textOf(studyFolder);
  return text === null ? [] : parseReview(text, study, reviewFileOf(studyFolder));
}

function textOf(studyFolder: string): Promise<string | null> {
  return readFile(reviewFileOf(studyFolder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/**
 * The rows of a `review.csv`, checked.
 *
 * @throws StudyError with every row that is wrong: file, line, field, value and the nearest right one
 */
export function parseReview(csv: string, study: Reviewable, file = "review.csv"): Judgement[] {
  if (csv.trim() === "") return [];
  const records = readRecords(csv, file);
  const faults: string[] = [];
  const names: Readonly<Record<string, readonly string[]>> = {
    question: study.questions.map(({ id }) => id),
    arm: ["", ...study.arms.map(({ name }) => name)],
    retriever: ["", ...study.retrievers],
    tag: [...tagNames],
    verdict: ["", ...verdicts],
  };
  const seen = new Map<string, number>();
  const judgements = records.map(({ record, line }) => {
    const cell = (column: string): string => unescapeFormula(record[column] ?? "").trim();
    for (const [column, known] of Object.entries(names)) {
      const value = cell(column);
      if (known.includes(value)) continue;
      const right = known.filter((name) => name !== "");
      faults.push(
        `line ${line}: ${column}: ${JSON.stringify(value)} isn't known; ${didYouMean(value, right)}`,
      );
    }
    const key = JSON.stringify(["question", "arm", "retriever", "tag"].map(cell));
    const earlier = seen.get(key);
    if (earlier !== undefined)
      faults.push(`line ${line}: tag: ${cell("tag")} is judged in line ${earlier} as well; keep one`);
    seen.set(key, line);
    const { question, arm, retriever, note } = {
      question: cell("question"),
      arm: cell("arm"),
      retriever: cell("retriever"),
      note: cell("note"),
    };
    return {
      question,
      arm,
      retriever,
      tag: cell("tag") as Tag,
      verdict: cell("verdict") as ReviewVerdict | "",
      note,
    };
  });
  if (faults.length > 0)
    throw new StudyError([`${file}:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
  return judgements;
}

function readRecords(csv: string, file: string): ReturnType<typeof recordsOf> {
  try {
    const [header] = csv.replace(/^\ufeff/, "").split(/\r?\n/, 1);
    const columns = namesIn(header, delimiterOf(csv));
    const missing = required.filter((name) => !columns.includes(name));
    if (missing.length > 0) throw new Error(`its header has no column ${missing.join(", ")}`);
    return recordsOf(csv);
  } catch (error) {
    throw new StudyError(
      `${file} can't be read: ${error instanceof Error ? error.message : String(error)}\nits columns are ${reviewColumns.join(", ")}`,
    );
  }
}

/** A miss by names. */
export interface MissPlace {
  readonly question: string;
  readonly arm: string;
  readonly retriever: string;
}

/**
 * The tags that hold for a miss: what is suggested, without what a person rejected, with what a person confirmed or
 * added. Where several rows are about it, the one that names the arm and the retriever comes before those that don't.
 */
export function judgedTags(
  miss: MissPlace,
  suggested: readonly string[],
  judgements: readonly Judgement[],
): Tag[] {
  const about = judgements.filter((each) => isAbout(each, miss) && each.verdict !== "");
  return tagNames.filter((tag) => {
    const [word] = about.filter((each) => each.tag === tag).sort((a, b) => namedIn(b) - namedIn(a));
    return word === undefined ? suggested.includes(tag) : word.verdict !== "rejected";
  });
}

function isAbout({ question, arm, retriever }: Judgement, miss: MissPlace): boolean {
  return (
    question === miss.question &&
    (arm === "" || arm === miss.arm) &&
    (retriever === "" || retriever === miss.retriever)
  );
}

function namedIn({ arm, retriever }: Judgement): number {
  return (arm === "" ? 0 : 2) + (retriever === "" ? 0 : 1);
}

export function placeOf({ question, arm, retriever }: TaggedMiss["miss"]): MissPlace {
  return { question: question.id, arm: arm.name, retriever };
}

/** A row to be written. */
export type ReviewRow = Judgement & { readonly evidence: string };

/**
 * A `review.csv` with rows added at its end, in the order of its own columns and divided as it is. What is there stays
 * as it is, to the byte.
 */
export function withRows(csv: string, rows: readonly ReviewRow[]): string {
  if (rows.length === 0) return csv;
  const isNew = csv.trim() === "";
  const delimiter = isNew ? "," : delimiterOf(csv);
  const ending = csv.includes("\r\n") ? "\r\n" : "\n";
  const [header] = csv.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const columns = isNew ? [...reviewColumns] : namesIn(header, delimiter);
  const cells = rows.map((row) =>
    columns.map((name) => escapeFormula(String(row[name as keyof ReviewRow] ?? ""))),
  );
  const added = stringify(cells, {
    delimiter,
    record_delimiter: ending,
    ...(isNew ? { header: true, columns } : {}),
  });
  if (isNew) return added;
  return `${csv}${/\n$/.test(csv) ? "" : ending}${added}`;
}

/** Rows to judge: a suggestion a row, for those of an arm's misses that no row is about yet. */
export function unjudged(tagged: readonly TaggedMiss[], judgements: readonly Judgement[]): ReviewRow[] {
  const rows = new Map<string, ReviewRow>();
  for (const { miss, suggestions } of tagged) {
    const named = placeOf(miss);
    for (const { tag, evidence } of suggestions) {
      const isKnown = judgements.some((each) => each.tag === tag && isAbout(each, named));
      const key = JSON.stringify([miss.question.id, miss.arm.name, tag]);
      if (isKnown || rows.has(key)) continue;
      const place = { question: miss.question.id, arm: miss.arm.name, retriever: "" };
      rows.set(key, { ...place, tag, verdict: "", note: "", evidence });
    }
  }
  return [...rows.values()];
}

/**
 * Add rows to a study's `review.csv`, for a person to fill in. No row that is there is changed.
 *
 * @returns how many were added
 */
export async function addRows(studyFolder: string, rows: readonly ReviewRow[]): Promise<number> {
  if (rows.length > 0)
    await writeAtomically(reviewFileOf(studyFolder), withRows((await textOf(studyFolder)) ?? "", rows));
  return rows.length;
}

function namesIn(header: string, delimiter: string): string[] {
  return header.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
}

/**
 * Write one judgement into a study's `review.csv`: into the row that is about the same question, arm, retriever and
 * tag, or else a row of its own at the end.
 *
 * @throws StudyError where it, or a row of the file, names what the study doesn't have
 */
export async function writeJudgement(
  studyFolder: string,
  judgement: Judgement,
  study: Reviewable,
): Promise<void> {
  const csv = (await textOf(studyFolder)) ?? "";
  const file = reviewFileOf(studyFolder);
  const known = parseReview(csv, study, file);
  const at = known.findIndex((each) => keyOf(each) === keyOf(judgement));
  const next = at === -1 ? withRows(csv, [{ ...judgement, evidence: "" }]) : withChanged(csv, at, judgement);
  parseReview(next, study, file);
  await writeAtomically(file, next);
}

function keyOf({ question, arm, retriever, tag }: Judgement): string {
  return JSON.stringify([question, arm, retriever, tag]);
}

/** The file with the verdict and the note of one of its rows changed; every other cell as it was. */
function withChanged(csv: string, at: number, { verdict, note }: Judgement): string {
  const delimiter = delimiterOf(csv);
  const record_delimiter = csv.includes("\r\n") ? "\r\n" : "\n";
  const [header] = csv.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const columns = [...new Set([...namesIn(header, delimiter), "note"])];
  const changed: Readonly<Record<string, string>> = { verdict, note: escapeFormula(note) };
  const cells = recordsOf(csv).map(({ record }, i) =>
    columns.map((name) => (i === at ? changed[name] : undefined) ?? record[name] ?? ""),
  );
  return stringify(cells, { header: true, columns, delimiter, record_delimiter });
}
