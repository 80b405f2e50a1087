/** What the independent run of the published code gave on the frozen pages. */
export const expectedUnits = {
  units: 17893,
  longest_unit: 3600,
  sha256: "cb8cea646e9c17ed40e96095509a5ea9510604c21cb5564a58aa679bf79cf6d6",
};

export const expectedHeadingChunks = [
  {
    max_chars: 1500,
    chunks: 1931,
    avg_chars: 715.52,
    over_max_chars: 127,
    longest: 24959,
    sha256: "06aaff9e684061be6db34dd65744c815c85eaaad4ebfb83d3a0e55fb3de73c79",
    sha256_of_paths: "7701928911c0583fd9036cc2ef1ece79f520ee6a6f0d1013e5624d15ef7b91e9",
  },
  {
    max_chars: 800,
    chunks: 2283,
    avg_chars: 604.89,
    over_max_chars: 244,
    longest: 24959,
    sha256: "c542d345dbf43ce44080b8f929428a5789d6afcc6663cf8ffb01ef25f393008b",
    sha256_of_paths: "f65d8ebbaab70880faa24420a29de9129618dfa054eecee728ea2873722daeb5",
  },
] as const;

/** At `min_chars` 200 and `max_chars` 1500. */
export const expectedSemanticChunks = [
  { break_pct: 0.05, chunks: 1471, avg_chars: 980.04 },
  { break_pct: 0.1, chunks: 1769, avg_chars: 814.78 },
  { break_pct: 0.2, chunks: 2281, avg_chars: 631.67 },
  { break_pct: 0.3, chunks: 2784, avg_chars: 517.36 },
  { break_pct: 0.4, chunks: 3222, avg_chars: 446.89 },
] as const;

/**
 * Similarities of repeated sentences lie within 1e-7 of their page's cutoff, where runtimes round differently: up to
 * about a dozen boundaries of a setting may be others.
 */
export const boundaryTolerance = 12;
