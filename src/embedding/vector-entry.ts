import { createHash } from "node:crypto";

/** A vector as it is kept. */
export interface CachedVector {
  /** L2-normalised. */
  vector: Float32Array;
  /** Tokens of the text before truncation; null where the model doesn't tell. */
  tokens: number | null;
}

const CHECKSUM_BYTES = 8;
const HEADER_BYTES = CHECKSUM_BYTES + 4;
const UNKNOWN_TOKENS = 0xffffffff;

/**
 * One cache entry as bytes: checksum (8), token count (4), then the floats.
 *
 * The checksum is over the key as well, so that a value which a damaged file holds under another key is
 * noticed too. Numbers are in the machine's byte order: the cache stays on its machine.
 */
export function encodeEntry(key: Uint8Array, entry: CachedVector): Uint8Array {
  const { vector, tokens } = entry;
  const bytes = new Uint8Array(HEADER_BYTES + vector.byteLength);
  new DataView(bytes.buffer).setUint32(CHECKSUM_BYTES, tokens ?? UNKNOWN_TOKENS);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), HEADER_BYTES);
  bytes.set(checksum(key, bytes), 0);
  return bytes;
}

/** The entry again, or undefined where the bytes aren't what {@link encodeEntry} wrote for this key. */
export function decodeEntry(key: Uint8Array, bytes: Uint8Array): CachedVector | undefined {
  const length = bytes.byteLength - HEADER_BYTES;
  if (length <= 0 || length % 4 !== 0) return undefined;
  if (!checksum(key, bytes).every((byte, i) => byte === bytes[i])) return undefined;
  const tokens = new DataView(bytes.buffer, bytes.byteOffset).getUint32(CHECKSUM_BYTES);
  // Copied: the cache hands out memory that it will use again, and floats need an aligned start.
  const copy = new Uint8Array(length);
  copy.set(bytes.subarray(HEADER_BYTES));
  return { vector: new Float32Array(copy.buffer), tokens: tokens === UNKNOWN_TOKENS ? null : tokens };
}

function checksum(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const hash = createHash("sha256").update(key).update(bytes.subarray(CHECKSUM_BYTES)).digest();
  return hash.subarray(0, CHECKSUM_BYTES);
}
