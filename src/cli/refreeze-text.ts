import { counted, share } from "../report/index.js";
import type { Refreeze } from "../review/refreeze.js";
import type { AnchoredItem } from "../review/refreeze-item.js";
import type { AnchoredPlace, QuoteFate } from "../review/refreeze-place.js";

/** What became of a study's pages and quotes, for the terminal or a build's log. */
export function refreezeText({ frozen_at, packages, update, items }: Refreeze): string {
  const moved = items.filter(isMoved);
  const respelt = items.filter((item) => fates(item).some(({ kind }) => kind === "respelt"));
  const open = items.filter(({ is_open }) => is_open);
  const held = items.filter(({ is_edited, is_open }) => !is_edited && !is_open);
  const changed = new Set([...update.changed, ...update.gone]);
  const heldOnChanged = held.filter(({ places }) => places.some(({ from }) => changed.has(from))).length;
  const renamed = new Map(update.renamed.map(({ from, to }) => [from, to]));
  const cameBack = new Set(renamed.values());
  return [
    ...packages.map(({ from, to }) => `${from} → ${to}`),
    `Pages, against those frozen on ${frozen_at}: ${update.changed.length} changed, ${update.added.length - renamed.size} new, ${update.gone.length - renamed.size} gone, ${renamed.size} renamed, ${update.same.length} the same`,
    ...update.changed.map((url) => `  changed  ${url}`),
    ...update.added.filter((url) => !cameBack.has(url)).map((url) => `  new      ${url}`),
    ...update.gone.filter((url) => !renamed.has(url)).map((url) => `  gone     ${url}`),
    ...update.renamed.map(
      ({ from, to, overlap }) => `  renamed  ${from} → ${to} (${share(overlap)} of the lines are the same)`,
    ),
    "",
    `Questions: ${counted(items.length, "question")}; ${held.length} hold as they are (${heldOnChanged} of them on changed pages), ${moved.length} on another page now, ${respelt.length} spelt otherwise, ${open.length} with something that vanished`,
    ...section("On another page now, anchored there", moved, movedLines),
    ...section("Spelt otherwise, anchored anew: look whether they still say the same", respelt, respeltLines),
    ...section("Vanished: a person has to decide", open, vanishedLines),
  ].join("\n");
}

function section(
  title: string,
  items: readonly AnchoredItem[],
  linesOf: (item: AnchoredItem) => string[],
): string[] {
  return items.length === 0 ? [] : ["", `${title}:`, ...items.flatMap(linesOf)];
}

const fates = ({ places }: AnchoredItem): QuoteFate[] => places.flatMap(({ quotes }) => quotes);

function isMoved({ places, pages }: AnchoredItem): boolean {
  return (
    places.some(({ from, url }) => from !== url) || pages.some(({ from, to }) => to !== null && from !== to)
  );
}

function movedLines({ id, places, pages }: AnchoredItem): string[] {
  const why = { same: "", gone: "", renamed: "the page was renamed", moved: "the text moved" };
  return [
    ...places
      .filter(({ from, url }) => from !== url)
      .map(({ from, url, page }) => `  ${id}: ${from} → ${url} (${why[page]})`),
    ...pages
      .filter(({ from, to }) => to !== null && from !== to)
      .map(({ from, to }) => `  ${id}: ${from} → ${to} (${why.renamed})`),
  ];
}

function respeltLines({ id, places }: AnchoredItem): string[] {
  return places.flatMap(({ url, quotes }) =>
    quotes.flatMap((fate) =>
      fate.kind === "respelt"
        ? [
            `  ${id}, on ${url}`,
            `    was  ${JSON.stringify(fate.quote)}`,
            `    now  ${JSON.stringify(fate.now)}`,
          ]
        : [],
    ),
  );
}

function vanishedLines({ id, type, places, pages }: AnchoredItem): string[] {
  return [
    ...places.flatMap((place) =>
      place.quotes.flatMap((fate) => (fate.kind === "vanished" ? quoteLines(id, type, place, fate) : [])),
    ),
    ...pages
      .filter(({ to }) => to === null)
      .map(({ from }) => `  ${id} (${type}): the page ${from}, which it expects, is gone`),
    ...places
      .filter(({ quotes }) => quotes.every(({ kind }) => kind !== "vanished"))
      .map(({ url }) => `    still answered on ${url}`),
  ];
}

function quoteLines(
  id: string,
  type: string,
  { from, url, page }: AnchoredPlace,
  { quote, closest, elsewhere }: QuoteFate & { kind: "vanished" },
): string[] {
  const where = page === "gone" ? `${from} is gone` : `no longer on ${url}`;
  const near =
    closest === null
      ? "nothing comes close"
      : `${JSON.stringify(closest.text)} (${share(closest.similarity)} alike${closest.url === url ? "" : `, on ${closest.url}`})`;
  return [
    `  ${id} (${type}): ${where}`,
    `    was      ${JSON.stringify(quote)}`,
    `    closest  ${near}`,
    ...(elsewhere.length > 0
      ? [
          `    stands on ${elsewhere.join(", ")}: ${elsewhere.length === 1 ? "is that meant?" : "which is meant?"}`,
        ]
      : []),
  ];
}
