import { itemsToCsv, valuesFromCsv } from "./exchange-csv.js";
import { type ReadRows, rowsFrom } from "./exchange-rows.js";
import type { Problem, TestItem } from "./test-set.js";

/** File formats of questions: JSON Lines, CSV, and the project's own JSON. */
export const exchangeFormats = ["jsonl", "csv", "json"] as const;
export type ExchangeFormat = (typeof exchangeFormats)[number];

/** The format that a file's name says, or null. */
export function formatOfFile(name: string): ExchangeFormat | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1].toLowerCase();
  if (ending === "jsonl" || ending === "ndjson") return "jsonl";
  if (ending === "csv" || ending === "tsv") return "csv";
  return ending === "json" ? "json" : null;
}

/**
 * The rows of a file from another tool.
 *
 * JSON Lines and JSON hold `{ q, evidence }`, `evidence` one text or a list of which all are needed, and may hold `id`,
 * `url`, `type`, `also` and `pages` as a test set does; CSV has columns of these names.
 *
 * @throws Error where the text as a whole isn't of the format
 */
export function readRows(text: string, format: ExchangeFormat): ReadRows {
  const source = text.replace(/^\ufeff/, "");
  switch (format) {
    case "csv":
      return rowsFrom(valuesFromCsv(source));
    case "json": {
      const json: unknown = JSON.parse(source);
      if (!Array.isArray(json)) throw new SyntaxError("not a JSON array of questions");
      return rowsFrom(json.map((value: unknown, i) => ({ place: `item ${i + 1}`, value })));
    }
    case "jsonl":
      return readLines(source);
  }
}

function readLines(text: string): ReadRows {
  const broken: Problem[] = [];
  const values = text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === "") return [];
    const place = `line ${i + 1}`;
    try {
      return [{ place, value: JSON.parse(line) as unknown }];
    } catch (error) {
      const what = `not JSON: ${error instanceof Error ? error.message : String(error)}`;
      broken.push({ severity: "error", item: place, what });
      return [];
    }
  });
  const { problems, ...read } = rowsFrom(values);
  return { ...read, problems: [...broken, ...problems] };
}

/** Items as text of a format; `readRows` reads all of it back. */
export function writeItems(items: readonly TestItem[], format: ExchangeFormat): string {
  switch (format) {
    case "csv":
      return itemsToCsv(items);
    case "json":
      return `${JSON.stringify(items, null, 2)}\n`;
    case "jsonl":
      return items.map((item) => `${JSON.stringify(lineOf(item))}\n`).join("");
  }
}

function lineOf({ question, answer_quote, answer_quotes, id, url, type, also, pages }: TestItem): object {
  const evidence = answer_quotes ?? answer_quote;
  return {
    q: question,
    ...(evidence === undefined ? {} : { evidence }),
    id,
    ...(url === undefined ? {} : { url }),
    type,
    ...(also === undefined ? {} : { also }),
    ...(pages === undefined ? {} : { pages }),
  };
}
