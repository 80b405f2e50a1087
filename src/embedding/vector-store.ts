import { open, type RootDatabase } from "lmdb";

/** The LMDB database of the vector cache: 32-byte keys, values as of `vector-entry.ts`. */
export type VectorStore = RootDatabase<Buffer, Buffer>;

/** Opens, or makes, the database in a folder that exists. @throws Error of LMDB or of the file system */
export function openStore(folder: string): VectorStore {
  return open<Buffer, Buffer>({ path: folder, keyEncoding: "binary", encoding: "binary", maxDbs: 1 });
}

/** Number of entries that the database believes to hold. */
export function entryCount(store: VectorStore): number {
  const stats: { entryCount?: number } = store.getStats();
  return stats.entryCount ?? 0;
}
