import { escapeHtml, progressText } from "../report/index.js";
import { type Output, updatingOutput } from "./display.js";
import { block } from "./html.js";

/** At most this often; more would only make the browser busy. */
const refreshMilliseconds = 250;

/** Marks what a notebook shows of progress, so that a check of its outputs can pass over it. */
export const progressClass = "seamlab-progress";

/**
 * Progress in one place below the cell, with an estimate of the time left. Nothing is shown where there is nothing to
 * tell, so a cell that finds everything known shows only its result.
 */
export class ProgressDisplay {
  private place: Output | null = null;
  private startedAt = 0;
  private started = 0;
  private total = -1;
  private shownAt = Number.NEGATIVE_INFINITY;

  /** @param open makes the place where it is shown; @param now milliseconds */
  constructor(
    private readonly open: () => Output = updatingOutput,
    private readonly now: () => number = Date.now,
  ) {}

  /** A step without a measure. */
  step(text: string): void {
    this.show(text, null);
  }

  /**
   * @param unit what `done` and `total` count, such as "characters"
   * @param guess seconds that all of it takes, as far as known beforehand
   */
  update(text: string, done: number, total: number, unit: string, guess: number | null = null): void {
    const now = this.now();
    const isNew = total !== this.total || done < this.started;
    if (isNew) {
      this.total = total;
      this.started = done;
      this.startedAt = now;
    }
    if (!isNew && done < total && now - this.shownAt < refreshMilliseconds) return;
    const left =
      this.secondsLeft(done, now) ?? (guess === null ? null : guess * (1 - done / Math.max(1, total)));
    this.show(`${text}: ${progressText(done, total, unit, left)}`, total === 0 ? 1 : done / total);
  }

  /** What stays when the work is done; nothing where nothing was shown before. */
  end(text: string): void {
    if (this.place !== null) this.show(text, null);
  }

  private secondsLeft(done: number, now: number): number | null {
    const elapsed = (now - this.startedAt) / 1000;
    const advanced = done - this.started;
    return elapsed < 1 || advanced <= 0 ? null : ((this.total - done) * elapsed) / advanced;
  }

  private show(text: string, share: number | null): void {
    this.place ??= this.open();
    this.shownAt = this.now();
    const bar =
      share === null ? "" : `<progress max="1" value="${share.toFixed(3)}" style="width: 12em"></progress> `;
    this.place.html(block(`<span class="${progressClass}">${bar}${escapeHtml(text)}</span>`));
  }
}
