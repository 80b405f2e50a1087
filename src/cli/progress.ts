import { progressText } from "../report/index.js";

const refreshOnTerminal = 200;
const refreshElsewhere = 10_000;

/**
 * One line of progress with an estimate of the time left, on standard error: rewritten in place on a terminal, and
 * elsewhere printed every ten seconds.
 */
export class ProgressLine {
  private started = 0;
  private startedAt = 0;
  private shownAt = 0;
  private isOpen = false;
  private total = 0;
  private doneAt = -1;

  constructor(
    private readonly out: NodeJS.WriteStream = process.stderr,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param unit what `done` and `total` count, such as "characters" */
  update(text: string, done: number, total: number, unit: string): void {
    const now = this.now();
    if (total !== this.total || done < this.started) {
      this.total = total;
      this.started = done;
      this.startedAt = now;
      this.shownAt = this.out.isTTY ? 0 : now;
    }
    if (done >= total && this.doneAt === total) return;
    this.doneAt = done;
    const due = now - this.shownAt >= (this.out.isTTY ? refreshOnTerminal : refreshElsewhere);
    if (!due && done < total) return;
    this.shownAt = now;
    const line = `${text}: ${progressText(done, total, unit, this.secondsLeft(done, total, now))}`;
    if (this.out.isTTY) this.out.write(`\r\x1b[2K${line.slice(0, (this.out.columns ?? 80) - 1)}`);
    else this.out.write(`${line}\n`);
    this.isOpen = true;
  }

  /** Before anything else is written. */
  clear(): void {
    if (this.isOpen && this.out.isTTY) this.out.write("\r\x1b[2K");
    this.isOpen = false;
  }

  private secondsLeft(done: number, total: number, now: number): number | null {
    const elapsed = (now - this.startedAt) / 1000;
    const advanced = done - this.started;
    return elapsed < 1 || advanced <= 0 || done >= total ? null : ((total - done) * elapsed) / advanced;
  }
}
