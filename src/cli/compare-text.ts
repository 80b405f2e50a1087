import {
  type Cell,
  counted,
  list,
  pValue,
  type ResultTable,
  renderText,
  share,
  withInterval,
} from "../report/index.js";
import type { RunComparison } from "../review/compare.js";
import type { ChangeRow } from "../review/compare-differences.js";
import type { ChangedQuestion } from "../review/compare-questions.js";
import { allTypes } from "../study/index.js";

/** A comparison for the terminal: tables, lost and found questions, pages, and what follows from them. */
export function comparisonText(comparison: RunComparison): string {
  const { lost, found } = comparison;
  const [worse, better] = comparison.scale === "binary" ? ["Newly lost", "Newly found"] : ["Worse", "Better"];
  return [
    renderText(armTable(comparison)),
    ...typeTables(comparison).map(renderText),
    questionText(worse, lost, comparison),
    questionText(better, found, comparison),
    pageText(comparison),
    conclusion(comparison),
  ].join("\n\n");
}

function armTable(comparison: RunComparison): ResultTable {
  const { arms, endpoint, tolerance, level, scale, better, questions } = comparison;
  const digits = digitsOf(scale);
  const [{ row: first }] = arms;
  const compared = counted(arms.length, "arm");
  return {
    title: `${endpoint.metric}, ${endpoint.retriever}: after − before`,
    header: ["arm", "before", "after", "difference", "p", "p (Holm)", "worse", "better", ""],
    rows: arms.map(({ arm, row, verdict }) => [
      arm,
      share(row.before, digits),
      share(row.after, digits),
      differenceOf(row, digits),
      row.p === null ? "–" : pValue(row.p),
      row.p_adjusted === null ? "–" : pValue(row.p_adjusted),
      String(row.losses),
      String(row.wins),
      verdict,
    ]),
    notes: [
      `${counted(first.n, "question")} on ${counted(first.pages, "page")}, scored in both runs; ${level * 100} % intervals${first.ci_method === "" ? " can't be estimated from so few" : ` (${first.ci_method})`}.`,
      `A loss${better === "lower" ? " (a higher score)" : ""} over ${share(tolerance, digits === 0 ? 0 : 3)} counts where p, corrected over ${compared}, is below ${share(1 - level)}.`,
      ...(questions.only_before.length > 0
        ? [
            `${counted(questions.only_before.length, "question")} of the run before ${questions.only_before.length === 1 ? "isn't" : "aren't"} in the run after: an answer that is gone counts as no loss here.`,
          ]
        : []),
    ],
  };
}

/** None where there is one type. */
function typeTables({ rows, endpoint, scale, level }: RunComparison): ResultTable[] {
  const digits = digitsOf(scale);
  const ofEndpoint = rows.filter(
    ({ retriever, metric }) => retriever === endpoint.retriever && metric === endpoint.metric,
  );
  // A comparison's first row of a type has the interval to show.
  const firsts = ofEndpoint.filter(
    (row, i) =>
      ofEndpoint.findIndex(({ arm, type }) => arm === row.arm && type === row.type) === i &&
      row.type !== allTypes,
  );
  const types = [...new Set(firsts.map(({ type }) => type))];
  if (types.length <= 2) return [];
  const cellOf = (arm: string, type: string): Cell => {
    const row = firsts.find((each) => each.arm === arm && each.type === type);
    if (row === undefined) return "–";
    const told = row.p_adjusted !== null && row.p_adjusted < 1 - level;
    return `${differenceOf(row, digits)}${told ? "*" : ""}`;
  };
  return [
    {
      title: "By type of question",
      header: [
        "arm",
        ...types.map((type) => ({ label: type, n: firsts.find((row) => row.type === type)?.n ?? 0 })),
      ],
      rows: [...new Set(firsts.map(({ arm }) => arm))].map((arm) => [
        arm,
        ...types.map((type) => cellOf(arm, type)),
      ]),
      notes: [
        `*: p, corrected by Holm over arms and types, below ${share(1 - level)}. macro: all types weighing equally.`,
      ],
    },
  ];
}

function differenceOf({ difference, lo, hi }: ChangeRow, digits: number): string {
  return withInterval(difference, lo, hi, digits);
}

const digitsOf = (scale: RunComparison["scale"]): number => (scale === "amount" ? 0 : 2);

function questionText(
  title: string,
  questions: readonly ChangedQuestion[],
  comparison: RunComparison,
): string {
  if (questions.length === 0) return `${title}: none`;
  const digits = digitsOf(comparison.scale);
  const armCount = comparison.arms.length;
  const widest = (field: "id" | "type"): number => Math.max(...questions.map((each) => each[field].length));
  const lines = questions.map(({ id, type, page, page_fate, arms }) => {
    const names = arms.map(({ arm, before, after }) =>
      comparison.scale === "binary" ? arm : `${arm} ${share(before, digits)} → ${share(after, digits)}`,
    );
    const by =
      arms.length === armCount && armCount > 1 && comparison.scale === "binary"
        ? "every arm"
        : names.join(", ");
    return `  ${id.padEnd(widest("id"))}  ${type.padEnd(widest("type"))}  ${page} (${fateText[page_fate]}): ${by}`;
  });
  return [`${title}: ${counted(questions.length, "question")}, under at least one arm`, ...lines].join("\n");
}

const fateText = {
  same: "page the same",
  changed: "page changed",
  added: "page new",
  gone: "page gone",
  unknown: "page unknown",
};

function pageText({ pages, asked_pages }: RunComparison): string {
  if (pages === null) return "Pages: unknown, as not both runs left a pages.csv";
  const { changed, added, gone, same } = pages;
  const head = `Pages: ${changed.length} changed, ${added.length} new, ${gone.length} gone, ${same.length} the same`;
  const unasked = [...changed, ...added].filter((page) => !asked_pages.has(page)).length;
  if (changed.length + added.length === 0) return head;
  return `${head}; no question of both runs asks about ${unasked} of the ${changed.length + added.length} changed or new`;
}

function conclusion({ arms, tolerance, scale, lost: worse, found }: RunComparison): string {
  if (worse.length + found.length === 0) return "Every question scored as before.";
  const digits = digitsOf(scale);
  const named = (wanted: string): string[] =>
    arms
      .filter(({ verdict }) => verdict === wanted)
      .map(({ arm, loss }) => `${arm} (${share(loss, digits)})`);
  const [lost, doubtful] = [named("loss"), named("can't tell")];
  const limit = share(tolerance, digits === 0 ? 0 : 3);
  const open = arms.filter(
    ({ verdict, may_be_larger }) => may_be_larger && (verdict === "tolerated" || verdict === "no loss"),
  );
  return [
    lost.length > 0
      ? `LOSS beyond the tolerance of ${limit} and beyond noise: ${list(lost)}`
      : `No loss beyond the tolerance of ${limit} that can be told from noise.`,
    ...(doubtful.length > 0
      ? [`Can't tell: larger than tolerated, and it may be noise with these questions: ${list(doubtful)}`]
      : []),
    ...(open.length > 0
      ? [
          `Not ruled out: a loss larger than tolerated of ${list(open.map(({ arm }) => arm))} (the interval reaches that far, or there is none)`,
        ]
      : []),
  ].join("\n");
}
