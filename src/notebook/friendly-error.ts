import { inspect } from "node:util";
import { isForPeople } from "../study/index.js";

/** Ends a cell with a message alone: the kernel prints an error as `inspect` has it, and this one has no stack. */
export class CellError extends Error {
  override readonly name = "CellError";

  [inspect.custom](): string {
    return this.message;
  }
}

/**
 * What a person can mend, told in one paragraph without a stack: a fault of the study, of its pages, of the embedding
 * model, or (`RangeError`) of a number in the cell. Anything else is a fault of ours and keeps its stack.
 */
export function friendly(error: unknown): unknown {
  const isTheirs = isForPeople(error) || (error instanceof RangeError && isOurs(error));
  return isTheirs ? new CellError(error.message, { cause: error }) : error;
}

/** Our range errors quote the bad value behind a colon (`break_pct: 3 must be …`); the engine's don't. */
function isOurs({ message }: RangeError): boolean {
  return message.includes(": ") || /^\S+ (needs|takes|must)\b/.test(message);
}
