/** Exit status of `cache-probe.js` for a cache that LMDB can open but that does not hold what it should. */
export const PROBE_DAMAGED = 3;
