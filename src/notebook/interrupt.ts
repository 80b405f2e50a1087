import { CellError, friendly } from "./friendly-error.js";

const stopped = "Interrupted. What was embedded until now is kept; run the cell again to go on from there.";

/** Work that has begun and not ended, with what stops it. */
const running = new Set<AbortController>();
// For the check that a cell has waited for its work (run_notebooks.py), which can't import without compiling.
Reflect.set(globalThis, Symbol.for("seamlab.running"), running);
/** The kernel's own handlers of SIGINT while ours stands in for them. */
let setAside: NodeJS.SignalsListener[] = [];

/**
 * Run long work of a cell so that the notebook's interrupt button stops it.
 *
 * The kernel answers an interrupt by no longer waiting for the cell; the work itself would go on. Here the first
 * interrupt aborts the signal, and the cell ends when the work has stopped; a second one no longer waits for that.
 *
 * @param work passes the signal on, or looks at it between its steps
 * @throws CellError when interrupted, and for everything that a person can mend (see `friendly`)
 */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // A cell's first steps run with breakOnSigint, after which Node puts back its own handler of the signal: one that
  // was added meanwhile would not be called, and the interrupt would end the kernel.
  await Promise.resolve();
  begin(controller);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw new CellError(stopped, { cause: error });
    throw friendly(error);
  } finally {
    end(controller);
  }
}

/** How many pieces of work have begun and not ended; a cell that waits for its work leaves none. */
export function runningCount(): number {
  return running.size;
}

function begin(controller: AbortController): void {
  if (running.size === 0) {
    setAside = process.listeners("SIGINT");
    for (const listener of setAside) process.off("SIGINT", listener);
    process.on("SIGINT", onInterrupt);
  }
  running.add(controller);
}

function end(controller: AbortController): void {
  running.delete(controller);
  if (running.size > 0) return;
  process.off("SIGINT", onInterrupt);
  for (const listener of setAside) process.on("SIGINT", listener);
  setAside = [];
}

function onInterrupt(signal: NodeJS.Signals): void {
  const toStop = [...running].filter((controller) => !controller.signal.aborted);
  for (const controller of toStop) controller.abort(new Error("interrupted"));
  if (toStop.length === 0) for (const listener of setAside) listener(signal);
}
