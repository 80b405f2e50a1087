/**
 * Most tokens per batch. Measured on two cores: from 256 to 512 the speed is the same within noise; less wastes time
 * between batches of short texts, and 1024 is slower and makes an interrupt wait longer.
 */
export const BATCH_TOKENS = 512;

/**
 * Sorts sequences into batches of equal length.
 *
 * On a CPU a batch is worth it only without padding: in file order, batches are slower than one text at a time. A
 * corpus has enough texts of each length to fill batches without any padding (measured: the same speed
 * as with sorted, padded ones), and then a vector cannot depend on how far it was padded either.
 * Longest first, so that all workers finish at about the same time.
 *
 * @param lengths tokens of each sequence
 * @param batchTokens a batch has at most that many tokens, or one sequence
 * @returns for each batch the indexes of its sequences, in order
 */
export function planBatches(lengths: readonly number[], batchTokens: number): number[][] {
  const byLength = new Map<number, number[]>();
  lengths.forEach((length, index) => {
    const same = byLength.get(length);
    if (same === undefined) byLength.set(length, [index]);
    else same.push(index);
  });
  return [...byLength]
    .sort(([a], [b]) => b - a)
    .flatMap(([length, indexes]) => {
      const size = Math.max(1, Math.floor(batchTokens / length));
      const batches: number[][] = [];
      for (let start = 0; start < indexes.length; start += size) {
        batches.push(indexes.slice(start, start + size));
      }
      return batches;
    });
}

/**
 * Cuts a list into consecutive slices of about `size`, by a size given for each element.
 *
 * @returns [start, end) of each slice; a slice has at least one element
 */
export function slicesBySize(sizes: readonly number[], size: number, most = Infinity): [number, number][] {
  const slices: [number, number][] = [];
  let start = 0;
  let sum = 0;
  sizes.forEach((each, i) => {
    if (i > start && (sum + each > size || i - start >= most)) {
      slices.push([start, i]);
      start = i;
      sum = 0;
    }
    sum += each;
  });
  if (start < sizes.length) slices.push([start, sizes.length]);
  return slices;
}
