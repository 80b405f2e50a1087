/** For tests: three systems on twenty topics. @see Sakai (2018), Laboratory Experiments in Information Retrieval, table 5.1 */
export const sakai = {
  a: [0.7, 0.3, 0.2, 0.6, 0.4, 0.4, 0, 0.7, 0.1, 0.3, 0.5, 0.4, 0, 0.6, 0.5, 0.3, 0.1, 0.5, 0.2, 0.1],
  b: [0.5, 0.1, 0, 0.2, 0.4, 0.3, 0, 0.5, 0.3, 0.3, 0.4, 0.4, 0.1, 0.4, 0.2, 0.1, 0.1, 0.6, 0.3, 0.2],
  c: [0, 0, 0.2, 0.1, 0.3, 0.3, 0.1, 0.2, 0.4, 0.4, 0.4, 0.3, 0.3, 0.2, 0.2, 0.2, 0.1, 0.5, 0.4, 0.3],
};

/** For tests: Charles Darwin's fifteen pairs of maize plants, eighths of an inch. @see Fisher (1935), The Design of Experiments */
export const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];

/** For tests: hours of sleep gained by ten patients. @see Student (1908), Biometrika 6 */
export const sleep = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4];

/** For tests: x − y, place by place. */
export function minus(x: readonly number[], y: readonly number[]): number[] {
  return x.map((value, i) => value - (y[i] ?? Number.NaN));
}

/** For tests: 0…n−1 in runs of `size`, as for pages of `size` questions. */
export function runs(n: number, size: number): number[] {
  return Array.from({ length: n }, (_, i) => Math.floor(i / size));
}
