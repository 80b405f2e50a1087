/** `1,204,000 of 3,310,000 characters (36 %), about 2 min left`. */
export function progressText(done: number, total: number, unit: string, secondsLeft: number | null): string {
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  const left = secondsLeft === null ? "" : `, about ${durationText(secondsLeft)} left`;
  return `${Math.round(done).toLocaleString("en")} of ${Math.round(total).toLocaleString("en")} ${unit} (${percent} %)${left}`;
}

/** `40 s`, `3 min`, `2 h`: as exact as an estimate is. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
