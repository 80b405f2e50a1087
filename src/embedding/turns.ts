/** Lets asynchronous actions run one after the other, in the order in which they asked. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param signal aborts the waiting, not the action
   * @throws what `action` throws; the signal's reason
   */
  async take<T>(action: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const before = this.#last;
    const turn = before.then(() => {
      signal?.throwIfAborted();
      return action();
    });
    this.#last = turn.catch(() => undefined);
    if (signal === undefined) return turn;
    // Whoever aborts while others have their turn isn't kept waiting for them.
    let started = false;
    void before.then(() => {
      started = true;
    });
    return new Promise<T>((resolve, reject) => {
      const onAbort = (): void => {
        if (!started) reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      turn.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    });
  }
}
