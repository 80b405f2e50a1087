import { type Chunk, chunkId } from "../chunking/index.js";

/** An id as one field of a line: white space and percent signs encoded. */
export function docId(id: string | Chunk): string {
  const text = typeof id === "string" ? id : chunkId(id);
  return text.replace(/[\s%]/g, encodeURIComponent);
}

/** A name for file names from each arm's: `heading + path` → `heading-path`; alike ones are numbered. */
export function slugs(arms: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    arms.map((arm) => {
      const slug =
        arm
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_]+/gu, "-")
          .replace(/^-+|-+$/g, "") || "arm";
      let name = slug;
      for (let number = 2; taken.has(name); number++) name = `${slug}-${number}`;
      taken.add(name);
      return [arm, name];
    }),
  );
}
