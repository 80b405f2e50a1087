import type { Block, Span } from "../markdown/index.js";

/**
 * A run of terminators with the closing quotes, brackets and emphasis marks that follow it. Full-width terminators
 * end a sentence by themselves; the others only before white space or the end.
 */
const terminator = /(?:[.!?]+["'”’)\]*_~»]*(?=\s|$))|(?:[。！？]+["'”’)\]*_~»」』）】]*)/gu;

/** Abbreviations whose full stop ends nothing, and those whose full stop ends nothing before a digit. */
const abbreviation =
  /(?:^|[^\p{L}\p{N}])(?:[eE]\.g|[iI]\.e|[eE]tc|[vV]s|[cC]f|[aA]pprox|Dr|Mr|Mrs|Ms|Prof|St)$/u;
const beforeNumber = /(?:^|[^\p{L}\p{N}])(?:[fF]ig|[nN]o|[sS]ec|[eE]q|[vV]ol|[cC]h|pp?)$/u;
const longestAbbreviation = 8;

/**
 * The sentences of a paragraph, as trimmed spans of the page.
 *
 * A rule on characters rather than `Intl.Segmenter`, whose answer depends on the ICU version that Node was built
 * with, and which ends sentences inside "e.g." and inline code: the spans have to be the same on every machine.
 *
 * A sentence ends at a run of `. ! ?` before white space or at the paragraph's end, and at a run of `。！？`. It does
 * not end before a small letter, after an abbreviation, after "Fig." and the like when a digit follows, inside
 * inline code, an address, or a link's destination or title. A soft line break ends nothing.
 */
export function sentences(markdown: string, paragraph: Block & { kind: "paragraph" }): Span[] {
  const text = markdown.slice(paragraph.start, paragraph.end);
  const result: Span[] = [];
  let from = 0;
  const close = (end: number): void => {
    const slice = text.slice(from, end);
    const trimmed = slice.trim();
    if (trimmed !== "") {
      const start = paragraph.start + from + slice.length - slice.trimStart().length;
      result.push({ start, end: start + trimmed.length });
    }
    from = end;
  };
  for (const match of text.matchAll(terminator)) {
    const at = paragraph.start + match.index;
    if (paragraph.unbroken.some(({ start, end }) => start <= at && at < end)) continue;
    const end = match.index + match[0].length;
    if (!/^[.!?]/.test(match[0]) || endsSentence(text, match.index, end)) close(end);
  }
  close(text.length);
  return result;
}

function endsSentence(text: string, stop: number, end: number): boolean {
  const next = /\S/u.exec(text.slice(end, end + 200))?.[0] ?? "";
  if (/\p{Ll}/u.test(next)) return false;
  // An emphasised abbreviation is one still; a bracket or quotation mark after it may well close a sentence.
  if (!/^\.[*_~]*$/.test(text.slice(stop, end))) return true;
  const before = text.slice(Math.max(0, stop - longestAbbreviation), stop);
  return !abbreviation.test(before) && !(beforeNumber.test(before) && /\p{Nd}/u.test(next));
}
