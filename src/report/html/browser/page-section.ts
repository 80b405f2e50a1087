import { whole } from "../../format.js";
import { byId, element, foreign } from "./dom.js";
import type { Navigation } from "./navigation.js";
import { rovingFocus } from "./roving.js";
import type { Store } from "./store.js";

/** The list of pages, each a link to its text. */
export function showPages({ data }: Store, navigation: Navigation): void {
  const list = element("ul", { class: "pages" });
  const asked = data.pages.map(
    (_, page) =>
      data.questions.filter(({ answers }) => answers.some((answer) => answer.page === page)).length,
  );
  const items = data.pages.map(({ url, text }, i) => {
    const href = navigation.linkTo({ question: null, page: url.toWellFormed(), at: null });
    const facts = `${whole(text.length)} characters${asked[i] > 0 ? `, ${asked[i]} asked about` : ""}`;
    return element(
      "li",
      {},
      element("a", { href }, foreign(url)),
      " ",
      element("span", { class: "meta" }, facts),
    );
  });
  list.append(...items);
  rovingFocus(list, "a").reset();
  byId("pages-list").append(list);
}
