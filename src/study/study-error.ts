import { CorpusError } from "../corpus/index.js";
import { EmbeddingError } from "../embedding/index.js";

/** A fault of a study that a person can mend. Its message names file, item, field and value and says what to do. */
export class StudyError extends Error {
  override readonly name = "StudyError";
}

/** Whether an error's message was written for the person at the screen, to whom a stack would say nothing. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof StudyError || error instanceof CorpusError || error instanceof EmbeddingError;
}

/** The name among `known` that is nearest to a misspelt one, if any is near enough to be meant. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const distances = known.map((each) => ({
    each,
    distance: editDistance(name.toLowerCase(), each.toLowerCase()),
  }));
  const nearest = distances.sort((a, b) => a.distance - b.distance)[0];
  return nearest !== undefined && nearest.distance <= Math.max(2, name.length / 3) ? nearest.each : null;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

/** What an unknown value is answered with: the nearest right one, or all of them. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === null ? `known are ${known.join(", ")}` : `did you mean ${JSON.stringify(nearest)}?`;
}
