import { z } from "zod";

const text = z.string().refine((value) => value.trim() !== "", "is empty");
const quotes = {
  answer_quote: z.string().optional(),
  answer_quotes: z.array(z.string()).min(1, "needs at least one quote").optional(),
};

const place = z.strictObject({ url: text, ...quotes });

const item = z.strictObject({
  id: text,
  question: text,
  url: text.optional(),
  type: text,
  ...quotes,
  also: z.array(place).optional(),
  pages: z.array(text).min(1, "needs at least one page").optional(),
});

/**
 * One question of a test set, as it is written in its file.
 *
 * Its answer is `answer_quote` on the page `url`, or all of `answer_quotes` there, or the same at any place of
 * `also`; or whole `pages`, where a question is about pages and not passages.
 */
export type TestItem = z.infer<typeof item>;

/** What stands in a new test set until a person writes a question; it can be run, and is warned of. */
export const starterQuestion = "REPLACE ME with what a user would ask whom this quote answers";

/** A place that answers a question: all of its quotes are needed. */
export interface AnswerPlace {
  readonly url: string;
  readonly quotes: readonly string[];
}

/** Something wrong with a test set (`error`: it can't be used) or doubtful about it (`warning`). */
export interface Problem {
  readonly severity: "error" | "warning";
  /** The item's id, or its position where it has none; null where the whole set is meant. */
  readonly item: string | null;
  readonly what: string;
  /** The file that has the item, where a test set is spread over several; two where both have its id. */
  readonly file?: string;
  /** The page's own text that is closest to a quote which isn't there, ready to paste. */
  readonly closest?: string;
}

/**
 * The items of a test set's JSON, each checked for form.
 *
 * @returns the well-formed items, and an error for each other one that names its id, the field and the value
 */
export function parseTestSet(json: unknown): { items: TestItem[]; problems: Problem[] } {
  if (!Array.isArray(json)) {
    return {
      items: [],
      problems: [{ severity: "error", item: null, what: "a test set is a JSON array of questions" }],
    };
  }
  const items: TestItem[] = [];
  const problems: Problem[] = [];
  json.forEach((value: unknown, position) => {
    const name = nameOf(value, position);
    const parsed = item.safeParse(value);
    const faults = parsed.success
      ? placeFaults(parsed.data)
      : parsed.error.issues.map((issue) => describe(issue, value));
    problems.push(...faults.map((what): Problem => ({ severity: "error", item: name, what })));
    if (parsed.success && faults.length === 0) items.push(parsed.data);
  });
  return { items, problems };
}

function nameOf(value: unknown, position: number): string {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined;
  return typeof id === "string" && id.trim() !== "" ? id : `item ${position + 1}`;
}

function describe(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return `unknown field ${issue.keys.join(", ")}; an item has ${Object.keys(item.shape).join(", ")}`;
  }
  const given = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  return field === ""
    ? `is ${JSON.stringify(value)}, not an object`
    : `${field}: ${JSON.stringify(given) ?? "missing"} (${issue.message})`;
}

/** What the results call all types together, and all types weighing equally. */
const reservedTypes: readonly string[] = ["all", "macro"];

function placeFaults(item: TestItem): string[] {
  if (reservedTypes.includes(item.type)) {
    return [
      `type: ${JSON.stringify(item.type)} has a meaning of its own in the results; choose another name`,
    ];
  }
  const main = { url: item.url, answer_quote: item.answer_quote, answer_quotes: item.answer_quotes };
  const hasQuotes = main.answer_quote !== undefined || main.answer_quotes !== undefined;
  if (!hasQuotes && item.pages === undefined) return ["needs answer_quote, answer_quotes or pages"];
  if (!hasQuotes) return item.also === undefined ? [] : ["also: other places need a main answer_quote"];
  const named = [
    { where: "", ...main },
    ...(item.also ?? []).map((place, i) => ({ where: `also.${i}.`, ...place })),
  ];
  return named.flatMap(({ where, url, answer_quote, answer_quotes }) => {
    if (url === undefined) return [`${where}url: missing`];
    if (answer_quote !== undefined && answer_quotes !== undefined) {
      return [`${where}answer_quote and ${where}answer_quotes: give one of them`];
    }
    if (answer_quote === undefined && answer_quotes === undefined) return [`${where}answer_quote: missing`];
    return (answer_quotes ?? [answer_quote])
      .filter((quote) => quote?.trim() === "")
      .map(
        (quote) =>
          `${where}answer_quote: ${JSON.stringify(quote)} is an empty quote, which any text would hold`,
      );
  });
}

/** The places that answer an item, the main one first; none for an item about whole pages. */
export function answerPlaces({ url, answer_quote, answer_quotes, also = [] }: TestItem): AnswerPlace[] {
  return [{ url, answer_quote, answer_quotes }, ...also].flatMap((place) => {
    const quotes = place.answer_quotes ?? (place.answer_quote === undefined ? [] : [place.answer_quote]);
    return place.url === undefined || quotes.length === 0 ? [] : [{ url: place.url, quotes }];
  });
}
