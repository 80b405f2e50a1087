/**
 * A program of its own: reads a whole vector cache and says by its exit status whether it is sound.
 *
 * LMDB maps its file into memory and trusts it: a truncated or overwritten file ends the process with a bus
 * error or an assertion. So a cache that may be damaged is read here first, where that does no harm.
 *
 *     node cache-probe.js FOLDER
 *
 * Exit status 0: sound. {@link PROBE_DAMAGED}: damaged. A signal: damaged badly. Anything else: could not tell.
 */
import { PROBE_DAMAGED } from "./probe-status.js";
import { entryCount, openStore } from "./vector-store.js";

async function probe(folder: string): Promise<number> {
  const store = openStore(folder);
  let read = 0;
  let bytes = 0;
  for (const { value } of store.getRange()) {
    read += 1;
    // Touching every value, so that pages missing from the end of the file are noticed.
    bytes += value[value.length - 1] ?? 0;
  }
  const sound = read === entryCount(store) && Number.isFinite(bytes);
  await store.close();
  return sound ? 0 : PROBE_DAMAGED;
}

const folder = process.argv[2];
if (folder !== undefined) {
  probe(folder).then(
    (status) => process.exit(status),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(/^MDB_/.test(error instanceof Error ? error.message : "") ? PROBE_DAMAGED : 1);
    },
  );
}
