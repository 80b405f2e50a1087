/** Any list of numbers: a plain array or a typed one. Never changed by this room. */
export type Numbers = ArrayLike<number>;

/** Lower and upper end, in that order. */
export type Interval = readonly [lo: number, hi: number];
