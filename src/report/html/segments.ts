/** A stretch of a text with what it is; stretches may overlap. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** A stretch of a text in which nothing starts or ends, and the kinds of all marks that it lies in. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly kinds: readonly string[];
}

/**
 * A text divided wherever a mark starts or ends, and at further places. Together the segments are the text.
 *
 * @param start of the text that is divided; marks may reach over its ends
 * @param cuts places to divide at as well
 */
export function segmentsOf(
  { start, end }: { readonly start: number; readonly end: number },
  marks: readonly Mark[],
  cuts: readonly number[] = [],
): Segment[] {
  const inside = (place: number): boolean => place > start && place < end;
  const places = new Set([...marks.flatMap((mark) => [mark.start, mark.end]), ...cuts].filter(inside));
  const borders = [start, ...[...places].sort((a, b) => a - b), end];
  const opening = [...marks].sort((a, b) => a.start - b.start);
  let open: Mark[] = [];
  let next = 0;
  return borders.slice(0, -1).map((from, i) => {
    while (next < opening.length && opening[next].start <= from) open.push(opening[next++]);
    open = open.filter((mark) => mark.end > from);
    return { start: from, end: borders[i + 1], kinds: [...new Set(open.map(({ kind }) => kind))] };
  });
}
