import { stringify } from "csv-stringify/sync";
import { delimiterOf, escapeFormula, recordsOf, unescapeFormula } from "../questions/index.js";
import { didYouMean, StudyError } from "../study/index.js";
import { type Judgement, type ReviewRow, type ReviewVerdict, verdicts } from "./judgement.js";
import { type Tag, tagNames } from "./tag.js";

/** What a study has, to hold the file to. */
export interface Reviewable {
  readonly questions: readonly { readonly id: string }[];
  readonly arms: readonly { readonly name: string }[];
  readonly retrievers: readonly string[];
}

/** The file's columns. `evidence` is written for the reader and never read. */
export const reviewColumns = ["question", "arm", "retriever", "tag", "verdict", "note", "evidence"] as const;
const required = ["question", "arm", "retriever", "tag", "verdict", "note"] as const;

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
    // Other values are faults, and then none of the rows is used.
    const judged = { tag: cell("tag") as Tag, verdict: cell("verdict") as ReviewVerdict | "" };
    return {
      question: cell("question"),
      arm: cell("arm"),
      retriever: cell("retriever"),
      ...judged,
      note: cell("note"),
    };
  });
  if (faults.length > 0)
    throw new StudyError([`${file}:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
  return judgements;
}

function readRecords(csv: string, file: string): ReturnType<typeof recordsOf> {
  try {
    const columns = columnsOf(csv);
    const missing = required.filter((name) => !columns.includes(name));
    if (missing.length > 0) throw new Error(`its header has no column ${missing.join(", ")}`);
    return recordsOf(csv);
  } catch (error) {
    throw new StudyError(
      `${file} can't be read: ${error instanceof Error ? error.message : String(error)}\nits columns are ${reviewColumns.join(", ")}`,
    );
  }
}

/**
 * A `review.csv` with rows added at its end, in the order of its own columns and divided as it is. What is there stays
 * as it is, to the byte.
 */
export function withRows(csv: string, rows: readonly ReviewRow[]): string {
  if (rows.length === 0) return csv;
  const isNew = csv.trim() === "";
  const delimiter = isNew ? "," : delimiterOf(csv);
  const ending = csv.includes("\r\n") ? "\r\n" : "\n";
  const columns = isNew ? [...reviewColumns] : columnsOf(csv);
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

/** The file with the verdict and the note of one of its rows changed; every other cell as it was. */
export function withChanged(csv: string, at: number, { verdict, note }: Judgement): string {
  const delimiter = delimiterOf(csv);
  const record_delimiter = csv.includes("\r\n") ? "\r\n" : "\n";
  const columns = columnsOf(csv);
  const changed: Readonly<Record<string, string>> = { verdict, note: escapeFormula(note) };
  const cells = recordsOf(csv).map(({ record }, i) =>
    columns.map((name) => (i === at ? changed[name] : undefined) ?? record[name] ?? ""),
  );
  return stringify(cells, { header: true, columns, delimiter, record_delimiter });
}

/** The file without the rows about some questions; every other cell as it was. */
export function withoutQuestions(csv: string, questions: ReadonlySet<string>): string {
  const columns = columnsOf(csv);
  const kept = recordsOf(csv).filter(
    ({ record }) => !questions.has(unescapeFormula(record.question ?? "").trim()),
  );
  const record_delimiter = csv.includes("\r\n") ? "\r\n" : "\n";
  const cells = kept.map(({ record }) => columns.map((name) => record[name] ?? ""));
  return stringify(cells, { header: true, columns, delimiter: delimiterOf(csv), record_delimiter });
}

/** The names in a CSV's header. */
function columnsOf(csv: string): string[] {
  const [header] = csv.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  return header.split(delimiterOf(csv)).map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
}
