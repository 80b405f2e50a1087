import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Name of the generator behind {@link seededRandom}, for the manifest of a run. */
export const generatorName = "xoroshiro128plus";

/** The seed fills few bits of the state; after this many draws they have spread to all of it. */
const warmUp = 64;

/** A stream of random numbers; calling it advances it. */
export interface Random {
  /** 32 random bits, as an integer in −2³¹…2³¹ − 1. */
  bits(): number;
  /** A uniform integer in 0…bound − 1, without modulo bias; bound in 1…2³². */
  below(bound: number): number;
  /** A uniform number in [0, 1), a multiple of 2⁻³². */
  unit(): number;
  /** Fills the bytes with random bits: one sign a bit. */
  fillBits(bytes: Uint8Array): void;
}

/**
 * A random stream that is the same for the same seed, on every machine.
 *
 * Math.random cannot be seeded, so nothing that is published may use it.
 *
 * @param seed an integer in −2³¹…2³² − 1
 * @throws RangeError quoting the seed
 * @see Blackman & Vigna (2021), ACM Trans. Math. Softw. 47(4); the npm package pure-rand
 */
export function seededRandom(seed: number): Random {
  if (!Number.isInteger(seed) || seed < -(2 ** 31) || seed >= 2 ** 32) {
    throw new RangeError(`invalid seed: ${seed} (want an integer in -2^31…2^32-1)`);
  }
  const generator = xoroshiro128plus(seed | 0);
  for (let i = 0; i < warmUp; i++) generator.next();
  return {
    bits: () => generator.next(),
    below: (bound) => uniformInt(generator, 0, bound - 1),
    unit: () => (generator.next() >>> 0) / 2 ** 32,
    fillBits(bytes) {
      for (let i = 0, word = 0; i < bytes.length; i++) {
        word = i % 4 === 0 ? generator.next() : word >>> 8;
        bytes[i] = word;
      }
    },
  };
}
