import { parseMetric } from "../evaluation/index.js";
import { allTypes, type InteractionRow, macroTypes, type PairedRow } from "../study/index.js";
import { digitsOf } from "./estimates.js";
import { counted, pValue } from "./format.js";
import { basisNote, cellNotes, methodsOf } from "./notes.js";
import { type Cell, type Estimate, noValue, type ResultTable } from "./table.js";

/** The endpoint that claims are made on, and the level of its intervals. */
export interface Endpoint {
  readonly retriever: string;
  readonly metric: string;
  readonly level: number;
}

/** Rows of the endpoint, the one to show of each comparison and type. */
function shownRows(paired: readonly PairedRow[], { retriever, metric }: Endpoint): PairedRow[] {
  const seen = new Set<string>();
  return paired.filter((row) => {
    if (row.retriever !== retriever || row.metric !== metric) return false;
    const key = JSON.stringify([row.arm, row.against, row.type]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const pairName = ({ arm, against }: Pick<PairedRow, "arm" | "against">): string => `${arm} − ${against}`;

/** The test behind the p-values, as the study's policy chooses it (see `study/policy.ts`). */
function testName(rows: readonly PairedRow[], metric: string): string {
  if (rows.some(({ n, pages }) => pages < n)) return "two-sided sign flips of whole pages";
  return parseMetric(metric).scale === "binary" ? "exact McNemar" : "two-sided sign flips";
}

/** Null where the study plans no comparison, or the endpoint wasn't scored. */
export function differenceTable(paired: readonly PairedRow[], endpoint: Endpoint): ResultTable | null {
  const { retriever, metric, level } = endpoint;
  const rows = shownRows(paired, endpoint).filter(({ type }) => type === allTypes);
  if (rows.length === 0) return null;
  const digits = digitsOf(rows, level);
  const cells = rows.map((row) => differenceCell(row, { digits, level }));
  const test = testName(rows, metric);
  return {
    title: `${retriever}: differences in ${metric}, all questions`,
    caption: `Paired differences in ${metric} with ${retriever} retrieval`,
    header: ["comparison", "difference", "better", "equal", "worse", "affected", "p", "p (Holm)", "family"],
    rows: rows.map((row, i) => [
      pairName(row),
      { ...cells[i], count: null },
      ...[row.wins, row.ties, row.losses].map((value): Cell => ({ kind: "amount", value, mark: null })),
      row.affected === null ? noValue : { kind: "amount", value: row.affected, mark: null },
      row.p === null ? noValue : { kind: "p", value: row.p },
      row.p_adjusted === null ? noValue : { kind: "p", value: row.p_adjusted },
      row.family,
    ]),
    notes: [
      `${basisNote({ ...rows[0], level }, [{ label: "difference", methods: methodsOf(rows) }])} p: ${test}; family 1, ${counted(rows.length, "comparison")}, corrected by Holm.`,
      "Intervals aren't corrected: an interval without zero is no claim by itself.",
      "Better, equal, worse: questions on which the first arm does so. Affected: questions whose answer lies in other chunks.",
      ...cellNotes(cells),
    ],
    marks: significance(cells, level),
  };
}

/** One row a comparison, a column a type of question; null where there is nothing to show. */
export function differenceTypeTable(paired: readonly PairedRow[], endpoint: Endpoint): ResultTable | null {
  const { retriever, metric, level } = endpoint;
  const rows = shownRows(paired, endpoint).filter(({ type }) => type !== allTypes);
  const own = rows.filter(({ type }) => type !== macroTypes);
  const table = matrix(rows, level, (row, digits) => differenceCell(row, { digits, level }));
  if (table === null) return null;
  const adjusted = own.flatMap(({ p_adjusted }) => p_adjusted ?? []);
  const least = adjusted.length === 0 ? "" : `; the least corrected p is ${pValue(Math.min(...adjusted))}`;
  const [macro] = rows.filter(({ type }) => type === macroTypes);
  const basis = basisNote({ ...(macro ?? own[0]), level }, table.methods);
  return {
    title: `${retriever}: differences in ${metric} by type of question`,
    caption: `Paired differences in ${metric} with ${retriever} retrieval, by type of question`,
    header: table.header,
    rows: table.rows,
    notes: [
      `${basis} p: ${testName(own, metric)}; family 2, ${counted(adjusted.length, "comparison")} by type, corrected by Holm${least}.`,
      "Intervals aren't corrected: an interval without zero is no claim by itself.",
      `${macroTypes}: the types weigh equally; no p.`,
      ...cellNotes(table.cells),
    ],
    marks: significance(table.cells, level),
  };
}

/** By how much each difference is larger on a type than on all other questions; null where there is nothing to show. */
export function interactionTable(
  interactions: readonly InteractionRow[],
  { retriever, metric, level }: Endpoint,
): ResultTable | null {
  const rows = interactions.filter((row) => row.retriever === retriever && row.metric === metric);
  const table = matrix(rows, level, ({ interaction, lo, hi, n, ci_method }, digits) => {
    return {
      kind: "estimate",
      estimate: interaction,
      lo,
      hi,
      n,
      ci_method,
      flag: "",
      count: null,
      digits,
      mark: null,
    };
  });
  if (table === null) return null;
  const methods = methodsOf(rows).filter((method) => method !== "");
  const apart = rows.filter(({ lo, hi }) => lo !== null && hi !== null && (lo > 0 || hi < 0)).length;
  const estimable = rows.filter(({ lo }) => lo !== null).length;
  return {
    title: `${retriever}: differences in ${metric}, each type less the others`,
    caption: `Interactions: by how much a difference in ${metric} (${retriever} retrieval) is larger on a type than on all other questions`,
    header: table.header,
    rows: table.rows,
    notes: [
      `[ ]: ${Number((level * 100).toFixed(1))} % interval (${[...new Set(methods)].join(", ") || "n.e."}).`,
      `Exploratory, without correction: ${apart} of ${estimable} intervals don't hold zero; by chance alone about ${Math.round(estimable * (1 - level))} wouldn't.`,
      ...cellNotes(table.cells),
    ],
  };
}

interface Compared {
  readonly arm: string;
  readonly against: string;
  readonly type: string;
  readonly n: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly ci_method: string;
}

/** Comparisons × types. */
function matrix<Row extends Compared>(
  rows: readonly Row[],
  level: number,
  cellOf: (row: Row, digits: number) => Estimate,
):
  | (Pick<ResultTable, "header" | "rows"> & {
      cells: Cell[];
      methods: { label: string; methods: string[] }[];
    })
  | null {
  const types = [...new Set(rows.map(({ type }) => type))];
  if (types.filter((type) => type !== macroTypes).length < 2) return null;
  const pairs = [...new Map(rows.map((row) => [pairName(row), row])).keys()];
  const digits = digitsOf(rows, level);
  const lines = pairs.map((pair) =>
    types.map((type): Cell => {
      const row = rows.find((each) => pairName(each) === pair && each.type === type);
      return row === undefined ? noValue : cellOf(row, digits);
    }),
  );
  const ofType = (type: string): Row[] => rows.filter((row) => row.type === type);
  return {
    header: [
      "comparison",
      ...types.map((label) => (label === macroTypes ? label : { label, n: ofType(label)[0].n })),
    ],
    rows: lines.map((line, i) => [pairs[i], ...line]),
    cells: lines.flat(),
    methods: types.map((label) => ({ label, methods: methodsOf(ofType(label)) })),
  };
}

function differenceCell(
  row: PairedRow,
  { digits, level }: { readonly digits: number; readonly level: number },
): Estimate {
  const { difference, lo, hi, n, ci_method, p_adjusted } = row;
  const mark = p_adjusted !== null && p_adjusted < 1 - level ? "significant" : null;
  return {
    kind: "estimate",
    estimate: difference,
    lo,
    hi,
    n,
    ci_method,
    flag: "",
    count: null,
    digits,
    mark,
  };
}

function significance(cells: readonly Cell[], level: number): ResultTable["marks"] & object {
  const isMarked = cells.some((cell) => typeof cell === "object" && "mark" in cell && cell.mark !== null);
  return isMarked
    ? [
        {
          mark: "significant",
          meaning: `told from noise, corrected p below ${pValue(1 - level).replace(/0+$/, "")}.`,
        },
      ]
    : [];
}
