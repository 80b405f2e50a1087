/** A piece of a page: UTF-16 offsets, `start` included, `end` excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
