import { renderText, share, whole, withInterval } from "../report/index.js";
import { gapTitle, type HeadingRow, headingCaveat } from "../study/heading-study.js";
import { defaultHeadingQueries, type HeadingStudy, runHeadingStudy } from "../study/heading-study-run.js";
import { readStudy } from "../study/index.js";
import { type Command, onlyArgument, tell, UsageError } from "./command.js";
import { ProgressLine } from "./progress.js";

export const headings: Command = {
  name: "headings",
  usage: "headings <study>",
  summary: "a second test set for free: every heading asks for its own section",
  help: `Each heading of level 2 or 3 is asked as a query, and is hit when at least half of one of the first chunks
lies in its section. ${headingCaveat[0].toUpperCase()}${headingCaveat.slice(1)}.

So it is run twice: with what the arms index, and with heading lines, anchors and paths taken out of it. The
difference is ${gapTitle}.

Options
  --min-chars <n>   shortest section that is asked for (default ${defaultHeadingQueries.min_chars})
  --min-words <n>   fewest words of a title (default ${defaultHeadingQueries.min_words})`,
  options: { "min-chars": { type: "string" }, "min-words": { type: "string" } },
  async run(args, options, signal) {
    const study = onlyArgument(args, "the study's folder");
    const wanted = {
      min_chars: wholeOf(options, "min-chars", defaultHeadingQueries.min_chars),
      min_words: wholeOf(options, "min-words", defaultHeadingQueries.min_words),
    };
    const inputs = await readStudy(study, new Date().toISOString().slice(0, 10), signal);
    const progress = new ProgressLine();
    const result = await runHeadingStudy(
      inputs,
      wanted,
      (event) => {
        if (event.kind === "progress") progress.update(event.text, event.done, event.total, event.unit);
        else if (event.kind === "step" || event.kind === "note") tell(event.text);
      },
      signal,
    ).finally(() => progress.clear());
    process.stdout.write(`${headingText(result)}\n`);
    return 0;
  },
};

function wholeOf(
  options: Readonly<Record<string, string | boolean | undefined>>,
  name: string,
  otherwise: number,
): number {
  const value = options[name];
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--${name}: ${JSON.stringify(value)} is not a whole number of at least 1`);
  return number;
}

function headingText({ queries, rows }: HeadingStudy): string {
  const { short_section, short_title, repeated_title } = queries.left_out;
  const pages = new Set(queries.questions.map(({ url }) => url)).size;
  const cells = [...new Set(rows.map(({ retriever, metric }) => JSON.stringify([retriever, metric])))];
  const tables = cells.map((key) => {
    const [retriever, metric] = JSON.parse(key) as [string, string];
    return armsText(
      retriever,
      metric,
      rows.filter((row) => row.retriever === retriever && row.metric === metric),
    );
  });
  const made = `${whole(queries.questions.length)} queries from the headings of ${pages} pages (left out: ${short_section} short sections, ${short_title} short titles, ${repeated_title} with a title that others have)`;
  return [made, `CAUTION: ${headingCaveat}`, ...tables].join("\n\n");
}

function armsText(retriever: string, metric: string, rows: readonly HeadingRow[]): string {
  return renderText({
    title: `${metric}, ${retriever}, heading-derived queries`,
    header: ["", "as indexed", "without titles", gapTitle, "can be hit"],
    rows: rows.map((row) => [
      row.arm,
      share(row.as_indexed),
      share(row.without_titles),
      withInterval(row.gap, row.lo, row.hi),
      `${row.reachable} of ${row.n}`,
    ]),
    notes: [headingCaveat],
  });
}
