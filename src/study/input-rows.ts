import { lockPage } from "../corpus/index.js";
import type { Question } from "../questions/index.js";
import { type StudyInputs, sha256 } from "./inputs.js";

/** One row of `pages.csv`: what a page was when it was scored. */
export interface PageRow {
  readonly page: string;
  /** SHA-256 of the text as UTF-8, in hexadecimal. */
  readonly sha256: string;
  /** Length in UTF-16 units. */
  readonly characters: number;
}

/** One row of `questions.csv`: what a question was when it was scored, without the text of the page. */
export interface QuestionRow {
  readonly question: string;
  readonly page: string;
  readonly type: string;
  /** Of what is asked. */
  readonly question_sha256: string;
  /** Of what answers it: pages, and quotes with letter case and white space levelled. */
  readonly answer_sha256: string;
}

/** The columns of `pages.csv`. */
export const pageColumns = ["page", "sha256", "characters"] as const;
/** The columns of `questions.csv`. */
export const questionColumns = ["question", "page", "type", "question_sha256", "answer_sha256"] as const;

/** The pages that a run scored, by their hashes: two runs can be compared without the pages' texts. */
export function pageRows({ pages }: Pick<StudyInputs, "pages">): PageRow[] {
  return pages.map(({ url, markdown }) => {
    const locked = lockPage({ url, markdown });
    return { page: url, sha256: locked.sha256, characters: locked.length };
  });
}

/** The questions that a run scored, by their hashes. */
export function questionRows({ pages, questions }: Pick<StudyInputs, "pages" | "questions">): QuestionRow[] {
  const texts = new Map(pages.map(({ url, markdown }) => [url, markdown]));
  return questions.map((question) => ({
    question: question.id,
    page: question.url,
    type: question.type,
    question_sha256: sha256(question.question),
    answer_sha256: sha256(JSON.stringify([answersOf(question, texts), question.pages])),
  }));
}

/** Each answer's page and its quotes, levelled as they are for matching. */
function answersOf({ answers }: Question, texts: ReadonlyMap<string, string>) {
  return answers.map(({ url, quotes }) => [
    url,
    quotes.map(([{ start, end }]) => texts.get(url)?.slice(start, end).toLowerCase().replace(/\s+/g, " ")),
  ]);
}
