import { createRequire } from "node:module";

/** What a cell shows things on. */
export interface Output {
  html(html: string): void;
  svg(svg: string): void;
}

/** The kernel's library; loaded when the first thing is shown, as it brings a compiler along. */
interface Tslab {
  readonly display: Output;
  newDisplay(): Output;
}

const load = createRequire(import.meta.url);

/** Shows each thing below the one before. */
export function output(): Output {
  return (load("tslab") as Tslab).display;
}

/** One place below the cell, whose content is replaced each time. */
export function updatingOutput(): Output {
  return (load("tslab") as Tslab).newDisplay();
}
