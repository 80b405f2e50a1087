import type { Chunk } from "../chunking/index.js";
import { StudyError } from "./study-error.js";
import type { TrecChunk } from "./trec.js";

/** The rows of `chunks.csv` as chunks, by arm and page. */
export class ChunkTable {
  private readonly byArm = new Map<string, Map<string, Chunk[]>>();
  private readonly ids = new Map<string, Set<string>>();

  /** @throws StudyError quoting an id that isn't a chunk's */
  constructor(rows: readonly TrecChunk[]) {
    for (const { arm, chunk: id, start, end } of rows) {
      const match = /^(.*)::(\d+)$/s.exec(id);
      if (match === null) throw new StudyError(`chunks.csv: ${JSON.stringify(id)} is not a chunk's id`);
      const [, page, index] = match;
      const chunk = { page, index: Number(index), start, end };
      const pages = this.byArm.get(arm) ?? new Map<string, Chunk[]>();
      const ids = this.ids.get(arm) ?? new Set<string>();
      this.byArm.set(arm, pages.set(page, [...(pages.get(page) ?? []), chunk]));
      this.ids.set(arm, ids.add(id));
    }
  }

  get arms(): string[] {
    return [...this.byArm.keys()];
  }

  /** An arm's chunks by their page's url. */
  of(arm: string): ReadonlyMap<string, readonly Chunk[]> {
    return this.byArm.get(arm) ?? new Map();
  }

  has(arm: string, id: string): boolean {
    return this.ids.get(arm)?.has(id) ?? false;
  }
}
