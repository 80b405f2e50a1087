import type { PairedRow, SummaryRow } from "../../study/index.js";
import type { ArmNote } from "./arm-look.js";

/*
 * Small inputs for the figures' tests: eight arms, or twelve with long names, and six types of question. The numbers
 * are made up by a formula, so that they vary and never change.
 */

const cutters: Readonly<Record<string, string>> = {
  fixed: "size 800, overlap 100",
  recursive: "size 800, overlap 0",
  heading: "levels 3, max_chars 1200",
  semantic: "break_pct 0.2, min_chars 200, max_chars 1200",
  hybrid: "break_pct 0.2, min_chars 200, max_chars 1200, levels 3",
};

const note = (arm: string, cutter: string, hasPath: boolean, cut_share = 0): ArmNote => ({
  arm,
  setting: `${cutter}, ${cutters[cutter] ?? "max_chars 800"}${hasPath ? ", path breadcrumb" : ""}`,
  cut_share,
});

/** The quickstart's arms; one has too many texts cut. */
export const eightArms: readonly ArmNote[] = [
  note("fixed 800/100", "fixed", false),
  note("recursive 800/0", "recursive", false),
  note("heading", "heading", false),
  note("heading + path", "heading", true),
  note("semantic", "semantic", false),
  note("semantic + path", "semantic", true, 0.03),
  note("hybrid", "hybrid", false),
  note("hybrid + path", "hybrid", true),
];

/** Arms of every cutter and of a user's own, with names that are too long for a line. */
export const twelveArms: readonly ArmNote[] = [
  ...eightArms.slice(0, 2),
  note("paragraph packing up to 800 characters", "paragraph", false),
  note("paragraph packing up to 800 characters + path", "paragraph", true),
  ...eightArms.slice(2, 7),
  note("hybrid, small sections merged, bracketed heading path, mean of windows", "hybrid", true, 0.02),
  note("./strategies/by-speaker.js", "./strategies/by-speaker.js", false),
  note("./strategies/by-speaker.js + path", "./strategies/by-speaker.js", true),
];

export const sixTypes = ["single_fact", "procedure", "table", "code", "concept", "troubleshooting"] as const;

/** A number in [0, 1) that varies with its seeds. */
export function varied(...seeds: readonly number[]): number {
  const mixed = seeds.reduce(
    (sum, seed, i) => sum + (seed + 1) * [12.9898, 78.233, 37.719, 4.581][i % 4],
    0.7,
  );
  const value = Math.sin(mixed) * 43758.5453;
  return Number((value - Math.floor(value)).toFixed(3));
}

const types = [
  ...sixTypes.map((type, i) => ({
    type: type as string,
    n: [31, 14, 9, 18, 12, 22][i],
    pages: [20, 12, 7, 14, 11, 15][i],
  })),
  { type: "all", n: 106, pages: 44 },
  { type: "macro", n: 106, pages: 44 },
];

/** Rows of `summary.csv` for one metric and retriever: every arm and type, with a second interval that is not to be shown. */
export function summaryOf(arms: readonly ArmNote[], metric = "hit@3000c", retriever = "dense"): SummaryRow[] {
  return arms.flatMap(({ arm }, a) =>
    types.flatMap(({ type, n, pages }, t): SummaryRow[] => {
      const estimate = Number((0.35 + 0.4 * varied(a, t)).toFixed(3));
      const half = Number((1.1 * Math.sqrt((estimate * (1 - estimate)) / n) * 1.96).toFixed(3));
      const isEstimable = pages >= 10;
      const row: SummaryRow = {
        ...{ retriever, arm, type, metric, n, pages, estimate },
        lo: isEstimable ? Math.max(0, Number((estimate - half).toFixed(3))) : null,
        hi: isEstimable ? Math.min(1, Number((estimate + half).toFixed(3))) : null,
        ci_method: isEstimable ? (type === "macro" ? "expanded-percentile-cluster" : "wilson-cluster") : "",
        level: 0.95,
        flag: isEstimable ? "" : "n<10 n.e.",
      };
      return [row, { ...row, lo: 0.01, hi: 0.99, ci_method: "bca" }];
    }),
  );
}

const pairs = [
  ["semantic", "heading"],
  ["hybrid", "heading"],
  ["hybrid", "semantic"],
  ["semantic + path", "heading + path"],
  ["hybrid + path", "heading + path"],
  ["hybrid + path", "semantic + path"],
  ["heading + path", "heading"],
  ["semantic + path", "semantic"],
  ["hybrid + path", "hybrid"],
  ["heading + path", "fixed 800/100"],
] as const;

/** Rows of `paired.csv` for one metric and retriever. */
export function pairedOf(family: PairedRow["family"], type = "all"): PairedRow[] {
  return pairs.flatMap(([arm, against], i): PairedRow[] => {
    const difference = Number((0.3 * varied(i, 3) - 0.1).toFixed(3));
    const isSignificant = difference > 0.12;
    const half = isSignificant ? difference - 0.03 : Math.abs(difference) + 0.06;
    const isEstimable = i !== 5;
    const row: PairedRow = {
      ...{ retriever: "dense", arm, against, type, metric: "hit@3000c", n: 106, pages: 44, affected: 40 },
      difference,
      lo: isEstimable ? Number((difference - half).toFixed(3)) : null,
      hi: isEstimable ? Number((difference + half).toFixed(3)) : null,
      ci_method: isEstimable ? "expanded-percentile-cluster" : "",
      p: family === "" ? 0.04 : isSignificant ? 0.002 : 0.3,
      family,
      p_adjusted: family === "" ? null : isSignificant ? 0.018 : 0.97,
      ...{ wins: 20, ties: 70, losses: 16 },
    };
    return [row, { ...row, lo: -0.9, hi: 0.9, ci_method: "bca", p: null, family: "", p_adjusted: null }];
  });
}
