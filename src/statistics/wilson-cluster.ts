import { designEffect } from "./design-effect.js";
import { total } from "./moments.js";
import type { Interval, Numbers } from "./types.js";
import { wilson } from "./wilson.js";

/**
 * Wilson score interval of a hit rate over questions that come in clusters (pages): the
 * number of questions is first divided by the design effect, where that is above 1.
 *
 * Where all questions hit or all miss, the design effect cannot be estimated and is taken as 1,
 * which is also its limit for a single miss.
 *
 * @param scores 0 or 1 per question
 * @param clusters the cluster of every question, parallel to `scores`
 * @param level two-sided coverage in (0, 1)
 * @returns null for no questions
 * @throws RangeError quoting a score outside [0, 1], or another value that is out of range
 * @see Korn & Graubard (1998), Surv. Methodol. 24, for intervals on an effective sample
 */
export function wilsonCluster(scores: Numbers, clusters: Numbers, level: number): Interval | null {
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i];
    if (score !== 0 && score !== 1)
      throw new RangeError(`invalid score: ${score} at index ${i} (want 0 or 1)`);
  }
  const n = scores.length;
  const hits = total(scores);
  const effect = Math.max(1, designEffect(scores, clusters) ?? 1);
  return wilson(hits / effect, n / effect, level);
}
