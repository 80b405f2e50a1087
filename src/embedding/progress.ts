const INTERVAL_MS = 200;

/**
 * Passes progress on, but at most five times a second; the last one (`done` = `total`) always.
 *
 * @returns to be called with every change; each call of `listener` gets a copy
 */
export function progressReporter<T extends { done: number; total: number }>(
  listener: ((progress: T) => void) | undefined,
): (progress: T) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - last < INTERVAL_MS && progress.done < progress.total) return;
    last = now;
    listener?.({ ...progress });
  };
}
