import { digitsFor, share, whole } from "../../format.js";
import type { AnswerData, FoundData, MissData, QuestionData } from "../data.js";
import { pathAt } from "../heading-path.js";
import { namedAt } from "../route.js";
import type { Mark } from "../segments.js";
import { badge } from "./badges.js";
import { armCell } from "./cells.js";
import { ReportDialog } from "./dialog.js";
import { element, foreign } from "./dom.js";
import { markedText } from "./marked-text.js";
import type { Navigation } from "./navigation.js";
import type { Store } from "./store.js";
import { retrieverChoice } from "./toolbar.js";

/** A question with its answer's places and what each arm retrieved. */
export class QuestionWindow {
  private readonly dialog: ReportDialog;
  private readonly ids: readonly string[];
  private shown = -1;

  /** @param listed the questions that the list shows, to go through */
  constructor(
    private readonly store: Store,
    private readonly navigation: Navigation,
    private readonly listed: () => readonly number[],
  ) {
    this.ids = store.data.questions.map(({ id }) => id);
    this.dialog = new ReportDialog("question-window", () => navigation.closeAll());
    const step = (words: string, by: number): HTMLElement => {
      const button = element("button", { type: "button" }, words);
      button.addEventListener("click", () => this.step(by));
      return button;
    };
    this.dialog.controls.append(
      retrieverChoice(store, "question"),
      step("← Previous", -1),
      step("Next →", 1),
    );
    store.onChange(() => {
      if (this.shown !== -1) this.draw();
    });
    navigation.onChange(({ question }) => this.open(namedAt(this.ids, question)));
  }

  private open(at: number): void {
    const isOther = at !== this.shown;
    this.shown = at;
    if (at === -1) {
      this.dialog.hide();
      return;
    }
    if (isOther) {
      this.draw();
      this.dialog.body.scrollTop = 0;
    }
    if (this.dialog.show()) this.dialog.title.focus();
  }

  private step(by: number): void {
    const listed = this.listed();
    const at = listed.indexOf(this.shown);
    const next = listed[(at + by + listed.length) % listed.length];
    if (next !== undefined) this.navigation.replace({ question: this.ids[next].toWellFormed(), page: null });
  }

  private draw(): void {
    const { data } = this.store;
    const question = data.questions[this.shown];
    this.dialog.title.replaceChildren(foreign(question.question));
    this.dialog.body.replaceChildren(
      element("p", { class: "meta" }, foreign(question.id), " · ", foreign(question.type)),
      element("section", { class: "answers" }, element("h3", {}, "Answer"), ...this.places(question)),
      element("h3", {}, "What each arm retrieved"),
      element("div", { class: "cards" }, ...data.arms.map((_, arm) => this.card(question, arm))),
    );
  }

  private places(question: QuestionData): Node[] {
    if (question.answers.length === 0) {
      const pages = question.pages.map((page) => element("li", {}, this.pageLink(page, 0)));
      return [element("p", {}, "Whole pages are expected:"), element("ul", {}, ...pages)];
    }
    return question.answers.flatMap((answer, i) => [
      ...(i === 0 ? [] : [element("p", { class: "meta" }, "or")]),
      ...answer.quotes.map((quote) => this.quote(answer, quote)),
    ]);
  }

  private quote({ page }: AnswerData, places: AnswerData["quotes"][number]): Node {
    const { text, headings } = this.store.data.pages[page];
    const [first] = places;
    if (first === undefined) return element("p", {}, "The quote isn't on its page.");
    const links = places.flatMap(([start, end], i) => [
      i === 0 ? " · characters " : ", ",
      this.placeLink(page, start, `${whole(start)}–${whole(end)}`),
    ]);
    return element(
      "figure",
      { class: "answer-quote" },
      element("blockquote", { dir: "auto" }, text.slice(...first)),
      element(
        "figcaption",
        {},
        this.pageLink(page, first[0]),
        " · ",
        pathText(pathAt(headings, first[0])),
        ...links,
      ),
    );
  }

  private card(question: QuestionData, arm: number): HTMLElement {
    const { data, choice } = this.store;
    const found = question.found[choice.retriever]?.[arm] ?? { rank: 0, top: [] };
    const scores = data.metrics.flatMap(({ name, scale, ranked }, m) => {
      const value = question.scores[m][ranked ? choice.retriever : 0]?.[arm] ?? null;
      if (value === null) return [];
      const text =
        scale === "amount" ? whole(value) : scale === "binary" ? String(value) : share(value, digitsFor(0));
      return [`${name} ${text}`];
    });
    return element(
      "section",
      { class: "card" },
      element(
        "h4",
        {},
        armCell(data.arms[arm], false),
        " ",
        badge(question, choice.retriever, arm, data.arms[arm]),
      ),
      element("p", { class: "meta" }, scores.join(" · ")),
      ...missed(question.misses[choice.retriever]?.[arm] ?? null),
      element("ol", { class: "chunks" }, ...this.chunks(question, arm, found)),
    );
  }

  private chunks(question: QuestionData, arm: number, { rank, top }: FoundData): HTMLElement[] {
    const { data } = this.store;
    const items: HTMLElement[] = [];
    for (let i = 0; i < top.length; i += 3) {
      const [page, index, score] = top.slice(i, i + 3);
      const [start, end] = data.arms[arm].chunks[page].slice(2 * index, 2 * index + 2);
      const position = i / 3 + 1;
      const { url, text, headings } = data.pages[page];
      const marks = marksOn(question, page, { start, end });
      const isHolder = position === rank && question.answers.length > 0;
      const label = [
        element("span", { class: "rank" }, `${position}.`),
        element("span", { class: "chunk-place" }, foreign(url), " › ", pathText(pathAt(headings, start))),
        element("span", { class: "meta" }, `score ${score} · ${whole(end - start)} characters`),
        isHolder
          ? element("span", { class: "tag good" }, "holds the answer")
          : marks.length > 0
            ? element("span", { class: "tag" }, "quote in it")
            : null,
      ];
      const body = element(
        "pre",
        { class: "chunk-text", dir: "auto", tabindex: 0 },
        ...markedText(text, { start, end }, marks),
      );
      const link = this.placeLink(page, start, "See it on its page");
      link.addEventListener("click", () => this.choose(arm));
      items.push(
        element(
          "li",
          {},
          element("details", isHolder ? { open: true } : {}, element("summary", {}, ...label), body, link),
        ),
      );
    }
    return items.length > 0 ? items : [element("li", { class: "meta" }, "Nothing was retrieved.")];
  }

  /** The arm whose chunk is looked at becomes one of the two of the page view. */
  private choose(arm: number): void {
    const { left, right } = this.store.choice;
    if (arm !== left && arm !== right) this.store.choose({ left: arm });
  }

  private pageLink(page: number, at: number): HTMLAnchorElement {
    return this.placeLink(page, at, this.store.data.pages[page].url);
  }

  private placeLink(page: number, at: number, words: string): HTMLAnchorElement {
    const url = this.store.data.pages[page].url.toWellFormed();
    const question = this.ids[this.shown].toWellFormed();
    return element("a", { href: this.navigation.linkTo({ question, page: url, at }) }, foreign(words));
  }
}

/** Why the arm missed the question, and what may be wrong; nothing where it found it. */
function missed(miss: MissData | null): HTMLElement[] {
  if (miss === null) return [];
  const tags = miss.tags.flatMap((tag) => [" ", element("span", { class: "tag" }, tag.replaceAll("_", " "))]);
  return [element("p", { class: "missed" }, `Missed, ${miss.why}.`, ...tags)];
}

/** The quotes on a page as marks inside a chunk: whole ones, and those of which only a part is in it. */
function marksOn(
  { answers }: QuestionData,
  page: number,
  chunk: { readonly start: number; readonly end: number },
): Mark[] {
  return answers
    .filter((answer) => answer.page === page)
    .flatMap(({ quotes }) => quotes.flat())
    .filter(([start, end]) => start < chunk.end && chunk.start < end)
    .map(([start, end]) => {
      const isWhole = chunk.start <= start && end <= chunk.end;
      return { start, end, kind: isWhole ? "quote" : "part" };
    });
}

function pathText(path: readonly string[]): HTMLElement {
  if (path.length === 0) return element("span", { class: "meta" }, "before any heading");
  return element(
    "span",
    { class: "path" },
    ...path.flatMap((title, i) => [i === 0 ? null : " › ", foreign(title)]),
  );
}
