/**
 * Sums of eight units under all 256 assignments of signs, block after block: re-signing n units
 * then costs n / 8 look-ups.
 *
 * @param units numbers to be flipped
 * @returns 256 sums per block of eight; the bit i of an index is the sign of the block's unit i (1 is minus)
 */
export function flipBlocks(units: Float64Array): Float64Array {
  const blocks = Math.ceil(units.length / 8);
  const sums = new Float64Array(256 * blocks);
  for (let block = 0; block < blocks; block++) {
    for (let signs = 0; signs < 256; signs++) {
      let sum = 0;
      for (let i = 0; i < 8; i++) {
        const unit = units[8 * block + i] ?? 0;
        sum += (signs >> i) & 1 ? -unit : unit;
      }
      sums[256 * block + signs] = sum;
    }
  }
  return sums;
}

/**
 * The sum of all units under one assignment of signs.
 *
 * @param blocks from {@link flipBlocks}
 * @param bits one byte per block: the signs of its eight units
 */
export function flippedSum(blocks: Float64Array, bits: Uint8Array): number {
  let sum = 0;
  for (let block = 0; block < bits.length; block++) {
    sum += blocks[256 * block + (bits[block] as number)] as number;
  }
  return sum;
}
