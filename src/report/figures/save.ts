import path from "node:path";
import { writeAtomically } from "../../corpus/index.js";
import { renderSvg } from "./render.js";
import type { FigureSpec } from "./spec.js";

/**
 * Write `<name>.svg`, and beside it its specification `<name>.vl.json`, from which others can make the picture in
 * their own style.
 *
 * @returns the SVG
 */
export async function saveFigure(folder: string, name: string, spec: FigureSpec): Promise<string> {
  const svg = await renderSvg(spec);
  await writeAtomically(path.join(folder, `${name}.svg`), svg);
  await writeAtomically(path.join(folder, `${name}.vl.json`), `${JSON.stringify(spec, null, 2)}\n`);
  return svg;
}
