import type { FigureSpec } from "./spec.js";
import { textWidth } from "./text-width.js";

/** Renderings wait for each other: Vega numbers what it defines in a drawing by counters that all drawings share. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Draw a figure as SVG. The same specification gives the same bytes, on every machine and in every order: text is
 * measured by a table (see `textWidth`), never by fonts that a machine happens to have.
 *
 * The drawing is one image to a screen reader, described by the specification's `description`.
 *
 * Vega is loaded when the first figure is drawn, and not before: a notebook's loader can't load it with this module.
 *
 * @throws Error with Vega's words where a specification has a fault, even one that Vega would only warn of
 */
export function renderSvg(spec: FigureSpec): Promise<string> {
  const rendering = previous.then(() => draw(spec));
  previous = rendering.catch(() => undefined);
  return rendering;
}

async function draw(spec: FigureSpec): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import("vega"), import("vega-lite")]);
  measureByTable(vega);
  const { logger, faults } = collectingLogger();
  const { spec: compiled } = vegaLite.compile(spec, { logger });
  const view = new vega.View(vega.parse(compiled), { renderer: "none", logger });
  try {
    await view.runAsync();
    vega.resetSVGDefIds();
    const svg = await view.toSVG();
    if (faults.length > 0) throw new Error(`figure: ${[...new Set(faults)].join("; ")}`);
    return `${described(svg, spec.description ?? "")}\n`;
  } finally {
    view.finalize();
  }
}

/** The drawing as one image that says in words what it shows, and whose parts have no role of their own. */
function described(svg: string, description: string): string {
  const escaped = description.replace(/[&<"]/g, (character) => `&#${character.codePointAt(0)};`);
  return svg
    .replace(/(<(?:g|path) class="[^"]*")(?: (?:role|aria-[a-z]+)="[^"]*")+/g, "$1")
    .replace("<svg ", () => `<svg role="img" aria-label="${escaped}" `);
}

/** Vega measures with a canvas where it finds one, and guesses otherwise. */
function measureByTable(vega: object): void {
  // Exported by Vega, and left out of its types.
  const { textMetrics } = vega as { textMetrics: { width(item: TextItem, text: unknown): number } };
  textMetrics.width = ({ fontSize = 11, fontWeight, limit = 0 }, text) => {
    const isBold = fontWeight === "bold" || Number(fontWeight) >= 600;
    const width = textWidth(String(text ?? "").trim(), fontSize, isBold);
    return limit > 0 ? Math.min(width, limit) : width;
  };
}

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: string | number;
  readonly limit?: number;
}

/** A logger of Vega's shape that keeps errors and warnings. */
function collectingLogger() {
  const faults: string[] = [];
  const note = (...words: readonly unknown[]) => {
    faults.push(words.map(String).join(" "));
    return logger;
  };
  const ignore = () => logger;
  function level(value: number): typeof logger;
  function level(): number;
  function level(value?: number): typeof logger | number {
    return value === undefined ? 0 : logger;
  }
  const logger = { level, error: note, warn: note, info: ignore, debug: ignore };
  return { logger, faults };
}
