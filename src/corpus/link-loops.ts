import { realpath } from "node:fs/promises";
import path from "node:path";

/**
 * The files that can be reached without going through a folder twice. A link to a folder that it lies in would
 * otherwise give every page a second time; a link to another folder is followed.
 *
 * @param files paths relative to the folder, with `/`
 */
export async function withoutLoops(folder: string, files: readonly string[]): Promise<string[]> {
  const places = new Map<string, Promise<string>>();
  const placeOf = (relative: string): Promise<string> => {
    const known = places.get(relative) ?? realpath(path.join(folder, relative));
    places.set(relative, known);
    return known;
  };
  const loops = await Promise.all(
    files.map(async (file) => {
      const steps = file.split("/").slice(0, -1);
      const folders = ["", ...steps.map((_, i) => steps.slice(0, i + 1).join("/"))];
      const passed = await Promise.all(folders.map(placeOf));
      return new Set(passed).size < passed.length;
    }),
  );
  return files.filter((_, i) => !loops[i]);
}
