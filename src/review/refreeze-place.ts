import type { PageText } from "../markdown/index.js";
import { type AnswerPlace, closestPassage, locateQuote, locateRespelt } from "../questions/index.js";
import type { PageUpdate } from "./refreeze-pages.js";

/** What quotes are looked up in. */
export interface NewPages {
  /** The pages as they are now, by url. */
  readonly pages: ReadonlyMap<string, PageText>;
  /** The frozen pages' texts, where they are still there. */
  readonly frozen: ReadonlyMap<string, PageText>;
  readonly update: PageUpdate;
}

/** The closest text to a quote that is gone, and the page that has it. */
export interface NearText {
  readonly url: string;
  readonly text: string;
  readonly similarity: number;
}

/** What became of one quote of a place. */
export type QuoteFate =
  | { readonly kind: "held"; readonly quote: string }
  | { readonly kind: "respelt"; readonly quote: string; readonly now: string }
  | {
      readonly kind: "vanished";
      readonly quote: string;
      readonly closest: NearText | null;
      /** Pages that have the quote, none of which can be meant for sure. */
      readonly elsewhere: readonly string[];
    };

/** A place that answers a question, as far as it could be found again. */
export interface AnchoredPlace {
  readonly from: string;
  /** The page that it is on now; the old one where it couldn't be found. */
  readonly url: string;
  /** `renamed`: its page is; `moved`: its text is, to another page; `gone`: its page is, without a trace. */
  readonly page: "same" | "renamed" | "moved" | "gone";
  readonly quotes: readonly QuoteFate[];
}

/**
 * Find a place again: on its page, on the page that its page became, or on the one page to which all of its quotes
 * went. No text counts as the quote that differs from it in more than spelling.
 */
export function anchorPlace({ url, quotes }: AnswerPlace, where: NewPages): AnchoredPlace {
  const renamed = where.update.renamed.find(({ from }) => from === url)?.to;
  const home = where.pages.has(url) ? url : renamed;
  const atHome = home === undefined ? [] : fatesOn(home, quotes, where);
  if (home !== undefined && atHome.every(isFound)) {
    return { from: url, url: home, page: home === url ? "same" : "renamed", quotes: atHome };
  }
  const others = movedTo(url, home, quotes, where);
  // Without a changed page's old text nobody knows whether it had the quotes all along: a person has to say.
  const isSure = (page: string): boolean => where.frozen.has(page) || where.update.added.includes(page);
  if (others.length === 1 && isSure(others[0])) {
    return { from: url, url: others[0], page: "moved", quotes: fatesOn(others[0], quotes, where) };
  }
  const lost = home === undefined ? quotes.map((quote) => vanished(quote)) : atHome;
  return {
    from: url,
    url: home ?? url,
    page: home === undefined ? "gone" : home === url ? "same" : "renamed",
    quotes: lost.map((fate) =>
      fate.kind === "vanished"
        ? { ...fate, elsewhere: others, closest: closestOf(fate.quote, home, where) }
        : fate,
    ),
  };
}

/**
 * The pages that have all quotes now and aren't known to have had them before: those that the text can have moved to.
 * A page that had them before as well (`npm install` stands on many) was never meant.
 */
function movedTo(
  url: string,
  home: string | undefined,
  quotes: readonly string[],
  { update, ...where }: NewPages,
): string[] {
  const candidates = [...update.changed, ...update.added].filter((page) => page !== url && page !== home);
  const hadThem = (page: string): boolean => {
    const old = where.frozen.get(page);
    return old !== undefined && quotes.every((quote) => locateQuote(old, quote).length > 0);
  };
  const exact = candidates.filter((page) =>
    fatesOn(page, quotes, where).every(({ kind }) => kind === "held"),
  );
  const found =
    exact.length > 0 ? exact : candidates.filter((page) => fatesOn(page, quotes, where).every(isFound));
  return found.filter((page) => !hadThem(page));
}

const isFound = ({ kind }: QuoteFate): boolean => kind !== "vanished";

const vanished = (quote: string): QuoteFate & { kind: "vanished" } => ({
  kind: "vanished",
  quote,
  closest: null,
  elsewhere: [],
});

function fatesOn(url: string, quotes: readonly string[], { pages }: Pick<NewPages, "pages">): QuoteFate[] {
  const page = pages.get(url);
  return quotes.map((quote): QuoteFate => {
    if (page === undefined) return vanished(quote);
    if (locateQuote(page, quote).length > 0) return { kind: "held", quote };
    const [respelt] = locateRespelt(page, quote);
    if (respelt === undefined) return vanished(quote);
    return { kind: "respelt", quote, now: page.markdown.slice(respelt.start, respelt.end) };
  });
}

/** Smallest similarity of a text on another page: among many pages, something is half alike by chance. */
const closeElsewhere = 0.7;

/** On the quote's own page, or where nothing there is close, on the pages that are changed or new. */
function closestOf(quote: string, home: string | undefined, { pages, update }: NewPages): NearText | null {
  const nearOn = (url: string): NearText[] => {
    const page = pages.get(url);
    const near = page === undefined ? null : closestPassage(page, quote);
    return near === null ? [] : [{ url, ...near }];
  };
  const own = home === undefined ? [] : nearOn(home);
  if (own.length > 0) return own[0];
  const others = [...update.changed, ...update.added].filter((url) => url !== home).flatMap(nearOn);
  const near = others.filter(({ similarity }) => similarity >= closeElsewhere);
  return near.sort((a, b) => b.similarity - a.similarity)[0] ?? null;
}
