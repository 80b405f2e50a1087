import { overview, parseRoute, type Route, routeHash } from "../route.js";

/** What is open, as the address says. Links are plain links, so that going back and opening beside work. */
export class Navigation {
  private readonly listeners: ((route: Route) => void)[] = [];

  constructor() {
    window.addEventListener("hashchange", () => this.tell());
  }

  get route(): Route {
    return parseRoute(window.location.hash);
  }

  /** The address of something that is to be opened over what is open. */
  linkTo(change: Partial<Route>): string {
    return routeHash({ ...this.route, ...change });
  }

  /** Go somewhere in place of where we are. */
  replace(change: Partial<Route>): void {
    const route = { ...this.route, ...change };
    const hash = route.question === null && route.page === null ? "#" : routeHash(route);
    window.history.replaceState(null, "", hash);
    this.tell();
  }

  closeAll(): void {
    this.replace(overview);
  }

  /** Called now, and whenever something else is to be open. */
  onChange(listener: (route: Route) => void): void {
    this.listeners.push(listener);
    listener(this.route);
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.route);
  }
}
