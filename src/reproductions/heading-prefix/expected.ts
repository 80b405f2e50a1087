/** Chunks of the independent run by how paragraphs are packed; `max_chars` 1 packs none. */
export const expectedPosts = [
  {
    rule: "one paragraph per chunk",
    max_chars: 1,
    total: 9196,
    with_heading: 8259,
    intro: 937,
    avg_chars: 195.4,
  },
  { rule: "packed to 800", max_chars: 800, total: 2076, with_heading: 1873, intro: 203, avg_chars: 720.6 },
  { rule: "packed to 1000", max_chars: 1000, total: 1837, with_heading: 1650, intro: 187, avg_chars: 809.1 },
  { rule: "packed to 1500", max_chars: 1500, total: 1520, with_heading: 1352, intro: 168, avg_chars: 969.6 },
] as const;

/** Pages with a heading of level 2. */
export const expectedPagesWithHeading = 126;
