/** A piece of a page: UTF-16 offsets, `start` included, `end` excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const notBlank = /\S/;

/** Whether a text holds nothing but white space (what JavaScript's `trim` removes). */
export function isBlank(text: string): boolean {
  return !notBlank.test(text);
}

/** The span without white space at its ends, or null where nothing else is in it. */
export function trimSpan(text: string, { start, end }: Span): Span | null {
  const slice = text.slice(start, end);
  const trimmedStart = slice.trimStart();
  if (trimmedStart === "") return null;
  return { start: end - trimmedStart.length, end: start + slice.trimEnd().length };
}

/** Whether an offset falls between the two halves of a surrogate pair. */
export function insidePair(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** The lines of a span that hold something, indentation kept, line endings (`\n`, `\r\n`, `\r`) left out. */
export function linesOf(text: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  let lineStart = start;
  for (const ending of text.slice(start, end).matchAll(/\r\n|\n|\r|$/g)) {
    const lineEnd = start + ending.index;
    if (!isBlank(text.slice(lineStart, lineEnd))) lines.push({ start: lineStart, end: lineEnd });
    lineStart = lineEnd + ending[0].length;
  }
  return lines;
}

/** Sorted, with touching and overlapping spans made one. */
export function unionOf(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
  const union: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = union.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

/** Total length of a union of spans. */
export function lengthOf(union: readonly Span[]): number {
  return union.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** How many characters of `span` lie in a union (sorted, disjoint). */
export function overlapLength(span: Span, union: readonly Span[]): number {
  let sum = 0;
  for (const { start, end } of union)
    sum += Math.max(0, Math.min(end, span.end) - Math.max(start, span.start));
  return sum;
}

/** Whether `inner` lies wholly within `outer`. */
export function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
