import type { Unit } from "../../chunking/index.js";
import { isBlank } from "../../markdown/index.js";
import { MappedText } from "./mapped-text.js";

/**
 * The published units of a page: fenced blocks, from three backticks to the next three wherever they stand, and between
 * them what lies between sentence ends (`.`, `!`, `?` and white space) and blank lines, heading marks removed.
 *
 * So `1.` and `e.g.` are units, and three backticks in a sentence swap code and prose from there on.
 */
export function sentenceUnits(markdown: string): Unit[] {
  const units: Unit[] = [];
  let at = 0;
  const addProse = (end: number): void => {
    units.push(...proseUnits(markdown, at, end));
  };
  for (const { index, 0: block } of markdown.matchAll(/```.*?```/gs)) {
    addProse(index);
    units.push({ start: index, end: index + block.length, kind: "code", text: block });
    at = index + block.length;
  }
  addProse(markdown.length);
  return units;
}

function proseUnits(markdown: string, from: number, to: number): Unit[] {
  const mapped = new MappedText();
  const prose = markdown.slice(from, to);
  let kept = 0;
  for (const { index, 0: marks } of prose.matchAll(/^#+\s*/gm)) {
    mapped.add(prose.slice(kept, index), from + kept);
    kept = index + marks.length;
  }
  mapped.add(prose.slice(kept), from + kept);
  const { text } = mapped;
  const units: Unit[] = [];
  const add = (start: number, end: number): void => {
    const piece = text.slice(start, end);
    if (isBlank(piece)) return;
    const trimmed = piece.trim();
    const first = start + piece.indexOf(trimmed);
    const span = mapped.originOf({ start: first, end: first + trimmed.length });
    units.push({ ...span, kind: "sentence", text: trimmed });
  };
  let start = 0;
  for (const { index, 0: separator } of text.matchAll(/(?<=[.!?])\s+|\n{2,}/g)) {
    add(start, index);
    start = index + separator.length;
  }
  add(start, text.length);
  return units;
}
