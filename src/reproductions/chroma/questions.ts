import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { PageText, Span } from "../../markdown/index.js";
import { StudyError } from "../../study/index.js";

/** A question and the excerpts of one corpus that answer it, as the evaluation's `questions_df.csv` has them. */
export interface ExcerptQuestion {
  readonly question: string;
  /** The page (corpus) that the excerpts are of. */
  readonly page: string;
  readonly excerpts: readonly Span[];
}

const row = z.object({ question: z.string().min(1), references: z.string(), corpus_id: z.string() });
const references = z
  .array(z.object({ content: z.string(), start_index: z.int(), end_index: z.int() }))
  .min(1);

/**
 * The questions of the file, in its order, each excerpt held to the page's text.
 *
 * @param pages the corpora; `<corpus_id>.md` is a page's url
 * @throws StudyError naming the line, and what of it isn't as expected
 */
export function readQuestions(csv: string, pages: readonly PageText[]): ExcerptQuestion[] {
  const records: { record: unknown; info: { lines: number } }[] = parse(csv, { columns: true, info: true });
  return records.map(({ record, info }) => {
    const at = `questions_df.csv, line ${info.lines}`;
    const { question, references: json, corpus_id } = checked(row, record, at);
    const url = `${corpus_id}.md`;
    const page = pages.find((each) => each.url === url);
    if (page === undefined) throw new StudyError(`${at}: corpus_id ${corpus_id}: there is no page ${url}`);
    const excerpts = checked(references, jsonOf(json, at), at).map(({ content, start_index, end_index }) => {
      if (page.markdown.slice(start_index, end_index) !== content) {
        throw new StudyError(`${at}: references: ${url} has another text at ${start_index}…${end_index}`);
      }
      return { start: start_index, end: end_index };
    });
    return { question, page: url, excerpts };
  });
}

function jsonOf(text: string, at: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StudyError(`${at}: references: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StudyError(`${at}: ${issue.path.join(".")}: ${issue.message}`);
}
