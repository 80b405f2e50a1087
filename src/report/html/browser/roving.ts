/**
 * A list of links as one stop of the Tab key, inside which the arrow keys, Home and End move.
 *
 * @param list holds the links now and later
 * @param selector finds the links in it
 */
export function rovingFocus(list: HTMLElement, selector: string): { reset(): void } {
  const links = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(selector)];
  const makeStop = (stop: HTMLElement | undefined): void => {
    for (const link of links()) link.tabIndex = link === stop ? 0 : -1;
  };
  list.addEventListener("focusin", ({ target }) => {
    const link = target instanceof HTMLElement ? target.closest<HTMLElement>(selector) : null;
    if (link !== null) makeStop(link);
  });
  list.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at === -1 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    all[Math.min(all.length - 1, Math.max(0, to))]?.focus();
  });
  return { reset: () => makeStop(links()[0]) };
}
