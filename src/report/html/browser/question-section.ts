import { counted } from "../../format.js";
import { type ArmChoice, type FoundBy, filterQuestions, type QuestionFilter } from "../question-filter.js";
import { badge } from "./badges.js";
import { byId, element, field, foreign, selectField } from "./dom.js";
import type { Navigation } from "./navigation.js";
import { rovingFocus } from "./roving.js";
import type { Store } from "./store.js";

type Kept = Omit<QuestionFilter, "retriever">;

/** The list of questions with its filter. */
export class QuestionSection {
  /** Positions of the questions that are listed, in order. */
  listed: readonly number[] = [];
  private filter: Kept;
  private readonly none: Kept;
  private readonly body = element("tbody");
  private readonly count = element("p", { class: "count", role: "status" });
  private readonly stops = rovingFocus(this.body, "a.question");

  constructor(
    private readonly store: Store,
    private readonly navigation: Navigation,
  ) {
    const { data } = store;
    this.none = {
      ...{ text: "", type: null, page: null, foundBy: "any", missedBy: "any", tag: null, order: "set" },
      criterion: firstCriterion(store),
    };
    this.filter = this.none;
    const arms = data.arms.map(({ name }) =>
      element("th", { scope: "col" }, element("span", {}, foreign(name))),
    );
    const table = element(
      "table",
      { class: "questions" },
      element("caption", {}, "Questions, and the rank of the first chunk that holds the answer, by arm"),
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "question"), ...arms)),
      this.body,
    );
    const region = { class: "scroll", role: "region", "aria-label": "Questions", tabindex: -1 };
    byId("questions-list").append(this.controls(), this.count, element("div", region, table), legend());
    store.onChange(() => this.draw());
  }

  private draw(): void {
    const { data, choice } = this.store;
    this.listed = filterQuestions(data, { ...this.filter, retriever: choice.retriever });
    this.body.replaceChildren(...this.listed.map((i) => this.row(i)));
    this.stops.reset();
    this.count.textContent =
      this.listed.length === 0
        ? "No question passes the filter."
        : `${this.listed.length} of ${counted(data.questions.length, "question")}`;
  }

  private row(i: number): HTMLElement {
    const { data, choice } = this.store;
    const question = data.questions[i];
    const href = this.navigation.linkTo({ question: question.id.toWellFormed(), page: null, at: null });
    const meta = [question.id, question.type, data.pages[question.page]?.url ?? ""];
    return element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        element("a", { class: "question", href, dir: "auto" }, question.question),
        element(
          "span",
          { class: "meta" },
          ...meta.flatMap((text, j) => [j === 0 ? null : " · ", foreign(text)]),
        ),
      ),
      ...data.arms.map((arm, a) =>
        element(
          "td",
          {},
          element("span", { class: "narrow-label", "aria-hidden": "true" }, foreign(arm.name)),
          badge(question, choice.retriever, a, arm),
        ),
      ),
    );
  }

  private change(change: Partial<Kept>): void {
    this.filter = { ...this.filter, ...change };
    this.draw();
  }

  private controls(): HTMLElement {
    const { data } = this.store;
    const search = element("input", { type: "search", autocomplete: "off" });
    search.addEventListener("input", () => this.change({ text: search.value }));
    const any = (text: string) => ({ value: "any", text });
    const types = [...new Set(data.questions.map(({ type }) => type))];
    const asked = new Set(data.questions.map(({ page }) => page));
    const pages = data.pages.flatMap(({ url }, i) => (asked.has(i) ? [{ value: String(i), text: url }] : []));
    const arms = data.arms.map(({ name }, i) => ({ value: String(i), text: name }));
    const armOptions = [any("any arm or none"), { value: "every", text: "every arm" }, ...arms];
    const tags = [
      ...new Set(data.questions.flatMap(({ misses }) => misses.flat().flatMap((miss) => miss?.tags ?? []))),
    ].sort();
    const criteria = data.metrics.flatMap(({ scale, name }, i) =>
      scale === "binary" ? [{ value: String(i), text: name }] : [],
    );
    const criterion = selectField(
      "found means",
      [...criteria, { value: "rank", text: "rank 10 or better" }],
      (value) => this.change({ criterion: value === "rank" ? "rank" : Number(value) }),
    );
    const selects = [
      selectField("type", [any("any"), ...types.map((text, i) => ({ value: String(i), text }))], (value) =>
        this.change({ type: value === "any" ? null : types[Number(value)] }),
      ),
      selectField("page", [any("any"), ...pages], (value) =>
        this.change({ page: value === "any" ? null : Number(value) }),
      ),
      selectField("found by", armOptions, (value) => this.change({ foundBy: armChoice(value) })),
      selectField("missed by", armOptions, (value) => this.change({ missedBy: armChoice(value) })),
      selectField("tag", [any("any"), ...tags.map((text, i) => ({ value: String(i), text }))], (value) =>
        this.change({ tag: value === "any" ? null : tags[Number(value)] }),
      ),
      criterion,
      selectField(
        "order",
        [
          { value: "set", text: "as in the test set" },
          { value: "hardest", text: "missed by most first" },
        ],
        (value) => this.change({ order: value === "hardest" ? "hardest" : "set" }),
      ),
    ];
    const reset = (): void => {
      search.value = "";
      for (const { select } of selects) select.selectedIndex = 0;
      criterion.select.value = String(this.none.criterion);
      this.change(this.none);
    };
    const clear = element("button", { type: "button" }, "Clear");
    clear.addEventListener("click", reset);
    criterion.select.value = String(this.none.criterion);
    return element(
      "form",
      { class: "controls filter", role: "search", "aria-label": "Filter the questions" },
      field("text", search, true),
      ...selects.map(({ root }) => root),
      clear,
    );
  }
}

function armChoice(value: string): ArmChoice {
  return value === "any" || value === "every" ? value : Number(value);
}

/** The metric that claims are made on where it is 0 or 1, otherwise the first that is. */
function firstCriterion({ data }: Store): FoundBy {
  if (data.metrics[data.primary.metric]?.scale === "binary") return data.primary.metric;
  const first = data.metrics.findIndex(({ scale, ranked }) => scale === "binary" && ranked);
  return first === -1 ? "rank" : first;
}

function legend(): HTMLElement {
  const mark = (kind: string, text: string, words: string): (HTMLElement | string)[] => [
    element("span", { class: `badge ${kind}`, "aria-hidden": "true" }, text),
    ` ${words} `,
  ];
  return element(
    "p",
    { class: "note" },
    ...mark("top", "1", "first"),
    ...mark("near", "3", "ranks 2 to 5"),
    ...mark("far", "8", "6 to 10"),
    ...mark("beyond", ">10", "later, or never met"),
    ...mark("split", "split", "no chunk holds the whole answer"),
  );
}
