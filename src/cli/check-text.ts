import { counted, renderText, share, type Table } from "../report/index.js";
import { problemText } from "../study/index.js";
import type { SetReport } from "../study/set-report.js";
import type { SmallestDifference } from "../study/set-report-power.js";

/** A set report for a terminal: problems first, then what the set covers and what it can show. */
export function checkText(report: SetReport): string {
  const parts = [...problemParts(report)];
  if (report.questions > 0) {
    parts.push(
      renderText(coverageTable(report)),
      placesText(report),
      overlapText(report),
      renderText(detectableTable(report)),
    );
  }
  return parts.map((part) => part.trimEnd()).join("\n\n");
}

function problemParts({ problems, advice }: SetReport): string[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  const warnings = [...problems.filter(({ severity }) => severity === "warning"), ...advice];
  const part = (what: string, found: readonly Parameters<typeof problemText>[0][]): string[] =>
    found.length === 0 ? [] : [`${counted(found.length, what)}\n${found.map(problemText).join("\n")}`];
  const parts = [...part("error", errors), ...part("warning", warnings)];
  return parts.length === 0 ? ["no problems"] : parts;
}

function coverageTable({ coverage, types, pages, pages_used, questions }: SetReport): Table {
  const asked = coverage.filter((group) => group.questions > 0);
  const unasked = coverage.length - asked.length;
  const row = (name: string, counts: readonly number[], all: number, used: number, of: number): string[] => [
    name,
    ...counts.map(String),
    String(all),
    `${used} of ${of}`,
  ];
  const rows = asked.map((group) =>
    row(
      group.group,
      types.map((type) => group.counts.get(type) ?? 0),
      group.questions,
      group.pages_used,
      group.pages,
    ),
  );
  const totals = types.map((type) => asked.reduce((sum, { counts }) => sum + (counts.get(type) ?? 0), 0));
  return {
    title: "Questions by part of the corpus and type",
    header: ["", ...types, "all", "pages used"],
    rows: [...rows, row("all", totals, questions, pages_used, pages)],
    notes: unasked === 0 ? [] : [`${counted(unasked, "part")} of the corpus without questions`],
  };
}

function placesText({ places, fullest_page, questions }: SetReport): string {
  const { quotes, depth, in_long_sections, procedures, procedures_near } = places;
  const facts: [string, string][] = [];
  if (fullest_page !== null) {
    const { url, questions: count } = fullest_page;
    facts.push(["most on one page", `${count} of ${questions}, ${url}`]);
  }
  if (depth !== null) {
    const [first, middle, third] = depth.map((value) => share(value));
    facts.push([
      "depth on the page",
      `quartiles ${first}, ${middle}, ${third} (0 is its beginning, 1 its end)`,
    ]);
    facts.push([
      "in long sections",
      `${in_long_sections} of ${quotes} quotes, in sections of over 1,200 characters (levels 1 to 3): heading and hybrid differ only there`,
    ]);
  }
  if (procedures > 0) {
    facts.push([
      "procedures",
      `${procedures - procedures_near.length} of ${procedures} have their first and last passage three or more units apart${procedures_near.length === 0 ? "" : `; nearer: ${procedures_near.join(", ")}`}`,
    ]);
  }
  return `Where the quotes lie\n\n${aligned(facts)}`;
}

function overlapText({ overlap }: SetReport): string {
  const facts = (["quote", "heading"] as const).map((part): [string, string] => {
    const { n, median, worst } = overlap[part];
    const named = worst.map(({ item, share: value }) => `${item} ${share(value)}`).join(", ");
    const most = named === "" ? "" : `; most in ${named}`;
    return [`in its ${part}`, median === null ? "n.e." : `median ${share(median)} of ${n}${most}`];
  });
  return `Share of a question's content words that occur\n\n${aligned(facts)}`;
}

function detectableTable({ detectable, discordance, comparisons, alpha }: SetReport): Table {
  const shown = ({ difference, beyond_discordance }: SmallestDifference): string =>
    difference === null ? "none" : `${beyond_discordance ? "≥ " : ""}${share(difference)}`;
  const source =
    discordance.comparisons === 0
      ? "assumed, until the study has results"
      : `the median of ${counted(discordance.comparisons, "comparison")} in the results, over ${counted(discordance.questions, "question")}`;
  return {
    title: `Smallest difference of two arms' hit rates that is detected (80 % power, tests at ${share(alpha)})`,
    header: ["", "questions", "pages", "design effect", "one comparison", "corrected"],
    rows: detectable.map((row) => [
      row.type,
      String(row.n),
      String(row.pages),
      row.design_effect.toFixed(2),
      shown(row.alone),
      shown(row.corrected),
    ]),
    notes: [
      `two arms differ on a share of ${share(discordance.value)} of the questions (${source});`,
      "questions of one page are taken to be correlated by .2; ≥: only where the arms differ on more questions than that,",
      `all of them to one side; corrected: the first of ${counted(comparisons, "comparison")} under Holm, for a type of those on every type`,
    ],
  };
}

function aligned(facts: readonly (readonly [string, string])[]): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length));
  return facts.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join("\n");
}
