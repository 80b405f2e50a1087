import { type AnswerPlace, answerPlaces, type TestItem } from "../questions/index.js";
import { type AnchoredPlace, anchorPlace, type NewPages } from "./refreeze-place.js";

/** A test set's item after the pages changed. */
export interface AnchoredItem {
  readonly id: string;
  readonly type: string;
  /** The main place first. */
  readonly places: readonly AnchoredPlace[];
  /** Expected pages, for an item about whole pages: what they are called now; null where one is gone. */
  readonly pages: readonly { readonly from: string; readonly to: string | null }[];
  /** The item as it can stand in the new test set: what vanished stands as it was. */
  readonly item: TestItem;
  readonly is_edited: boolean;
  /** Whether nobody but a person can say what becomes of it. */
  readonly is_open: boolean;
}

/** Find an item's places again; see `anchorPlace`. */
export function anchorItem(item: TestItem, where: NewPages): AnchoredItem {
  const { renamed } = where.update;
  const nameNow = (url: string): string | null =>
    where.pages.has(url) ? url : (renamed.find(({ from }) => from === url)?.to ?? null);
  const wasThere = (url: string): boolean => !isNew(url, where);
  const [main, ...others] = answerPlaces(item);
  const anchoredMain = main === undefined ? [] : [anchorPlace(main, where)];
  // Another place may lie on a page that this study never had; it isn't this study's to look after.
  const also = others.map((place) => (wasThere(place.url) ? anchorPlace(place, where) : asItIs(place)));
  const pages = (item.pages ?? []).map((from) => ({ from, to: nameNow(from) }));
  const url = anchoredMain[0]?.url ?? (item.url === undefined ? undefined : (nameNow(item.url) ?? item.url));
  const anchored: TestItem = {
    ...item,
    ...(url === undefined ? {} : { url }),
    ...(anchoredMain.length === 0 ? {} : quotesOf(item, anchoredMain[0])),
    ...(item.also === undefined
      ? {}
      : {
          also: item.also.map((place, i) => ({
            ...place,
            url: also[i].url,
            ...quotesOf(place, also[i]),
          })),
        }),
    ...(item.pages === undefined ? {} : { pages: pages.map(({ from, to }) => to ?? from) }),
  };
  const places = [...anchoredMain, ...also];
  return {
    id: item.id,
    type: item.type,
    places,
    pages,
    item: anchored,
    is_edited: JSON.stringify(anchored) !== JSON.stringify(item),
    is_open:
      places.some(({ quotes }) => quotes.some(({ kind }) => kind === "vanished")) ||
      pages.some(({ to }) => to === null),
  };
}

/** Whether the study had no such page when it was frozen, and has none now. */
function isNew(url: string, { pages, update }: NewPages): boolean {
  return !pages.has(url) && !update.gone.includes(url);
}

function asItIs({ url, quotes }: AnswerPlace): AnchoredPlace {
  return { from: url, url, page: "same", quotes: quotes.map((quote) => ({ kind: "held", quote })) };
}

/** The quotes in the form that the place has them. */
function quotesOf(
  place: Pick<TestItem, "answer_quote" | "answer_quotes">,
  { quotes }: AnchoredPlace,
): Pick<TestItem, "answer_quote" | "answer_quotes"> {
  const now = quotes.map((fate) => (fate.kind === "respelt" ? fate.now : fate.quote));
  return place.answer_quotes === undefined ? { answer_quote: now[0] } : { answer_quotes: now };
}

/**
 * What is left of an item when its places that can't be found are taken out: the first other place that holds becomes
 * the main one.
 *
 * @param holds whether a place holds on the pages as they are now
 * @returns null where nothing is left, or an expected page is gone
 */
export function withoutVanished(
  item: TestItem,
  holds: (place: AnswerPlace) => boolean,
  hasPage: (url: string) => boolean,
): TestItem | null {
  if (item.pages?.some((url) => !hasPage(url)) === true) return null;
  const { url, answer_quote, answer_quotes, also = [], ...rest } = item;
  const places = [{ url, answer_quote, answer_quotes }, ...also].filter((place) =>
    answerPlaces({ ...rest, ...place }).every(holds),
  );
  const [main, ...others] = places;
  if (main === undefined) return null;
  const left = { ...rest, ...main, ...(others.length === 0 ? {} : { also: others }) };
  const order = Object.keys(item);
  const entries = Object.entries(left).filter(([, value]) => value !== undefined);
  entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return Object.fromEntries(entries) as TestItem;
}
