/** What of a report is open beside its overview, as the address says it after `#`. */
export interface Route {
  /** A question's id. */
  readonly question: string | null;
  /** A page's url. */
  readonly page: string | null;
  /** A place on the page to go to. */
  readonly at: number | null;
}

export const overview: Route = { question: null, page: null, at: null };

/** What is open; an address that says nothing of the kind is the overview. */
export function parseRoute(hash: string): Route {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const at = values.get("at");
  return {
    question: values.get("question"),
    page: values.get("page"),
    at: at !== null && /^\d+$/.test(at) ? Number(at) : null,
  };
}

/** The address of what is to be open. Ids and urls can hold anything; half surrogate pairs become U+FFFD. */
export function routeHash({ question, page, at }: Route): string {
  const values = new URLSearchParams();
  if (question !== null) values.set("question", question);
  if (page !== null) values.set("page", page);
  if (page !== null && at !== null) values.set("at", String(at));
  return `#${values}`;
}

/** Position of what a route names; -1 where there is none. */
export function namedAt(names: readonly string[], name: string | null): number {
  return name === null ? -1 : names.findIndex((each) => each.toWellFormed() === name);
}
