import type { ParsedPage } from "../markdown/index.js";
import { type Advice, advice, shown } from "./advice-kinds.js";
import type { Question } from "./check.js";
import { contentWords, countShared, singular, wordsOf } from "./overlap-words.js";

/** Fewest words of a title that a question is said to copy when it holds them in a row. */
const shortestCopy = 3;
/** A title in a row within a question is a copy when its content words are at least this share of the question's. */
const copiedInARow = 0.5;
/** From this share of a question's content words in one title on, the question is that title in other order. */
const copiedShare = 0.8;
/** From this Jaccard similarity of two questions' content words on, they are taken for one question. */
export const duplicateSimilarity = 0.75;

/**
 * Warnings about questions that copy a heading of a page that answers them.
 *
 * A question copies a heading when it holds the title's words in a row, three or more of them, and the title's content
 * words (two or more) are at least half of the question's; or when at least four fifths of its own content words (two
 * or more) stand in the title. An arm that has titles in its index finds such a question by them alone. A title that is
 * a small part of a question is left alone: often it is a name that everyone has to type.
 */
export function headingAdvice(
  { id, question, answers }: Question,
  pages: ReadonlyMap<string, ParsedPage>,
): Advice[] {
  const words = wordsOf(question);
  const asked = contentWords(question);
  for (const url of new Set(answers.map((answer) => answer.url))) {
    const copied = pages.get(url)?.headings.find(({ title }) => copies(words, asked, title));
    if (copied === undefined) continue;
    return [
      advice(
        id,
        "copies_heading",
        `question: ${shown(question)} copies the heading ${shown(copied.title)} of ${url}; ask as someone would who hasn't read the page`,
      ),
    ];
  }
  return [];
}

function copies(words: readonly string[], asked: ReadonlySet<string>, title: string): boolean {
  const titleWords = wordsOf(title);
  const titleContent = contentWords(title);
  const inARow =
    titleWords.length >= shortestCopy &&
    titleContent.size >= 2 &&
    titleContent.size >= copiedInARow * asked.size &&
    ` ${words.join(" ")} `.includes(` ${titleWords.join(" ")} `);
  return inARow || (asked.size >= 2 && countShared(asked, titleContent) >= copiedShare * asked.size);
}

/**
 * Warnings about pairs of questions that ask the same: each later question is named once, with the earlier one that it
 * is most like.
 *
 * The measure is the Jaccard similarity of their content words, without a plural's s, and the limit is .75. A reworded
 * duplicate keeps its content words and changes the others; two questions of one pattern ("default of X in Y") differ
 * in the word that matters, which counts twice: they reach .75 only with six other content words in common. In 186
 * questions that people wrote with care, no two reach more than .3.
 */
export function duplicateAdvice(questions: readonly Question[]): Advice[] {
  const seen: { question: Question; words: ReadonlySet<string>; plain: string }[] = [];
  return questions.flatMap((question): Advice[] => {
    const words = new Set([...contentWords(question.question)].map(singular));
    const plain = wordsOf(question.question).join(" ");
    let nearest: { question: Question; similarity: number } | null = null;
    for (const earlier of seen) {
      const similarity = plain === earlier.plain ? 1 : jaccard(words, earlier.words);
      if (similarity >= duplicateSimilarity && similarity > (nearest?.similarity ?? 0)) {
        nearest = { question: earlier.question, similarity };
      }
    }
    seen.push({ question, words, plain });
    if (nearest === null) return [];
    const other = nearest.question;
    return [
      advice(
        question.id,
        "near_duplicate",
        `question: ${shown(question.question)} seems to ask what ${other.id} asks, ${shown(other.question)}; if so, keep one and add the other's answer to its "also"`,
      ),
    ];
  });
}

/** Size of the intersection over size of the union; 0 where both are empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = countShared(a, b);
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}
