import { cellParts } from "./cell-text.js";
import { latexText } from "./latex-text.js";
import type { Cell, Head, MarkMeaning, ResultTable } from "./table.js";

/** What a document needs to load for these tables. */
export const latexPackages = ["booktabs", "graphicx", "siunitx"] as const;

const names = { best: "Bold", near: "Underlined", significant: "Bold" } as const;
/** Longest line of a name, in characters: where its row has several lines anyway, and where it has one. */
const nameWidth = { stacked: 22, single: 40 } as const;
/** Longest head in one line. */
const headWidth = 8;

export interface LatexOptions {
  /** For `\ref`, such as `tab:quickstart-main`. */
  readonly label: string;
  /** The paragraph below the table: what the numbers belong to. */
  readonly setUp: string;
}

/**
 * A table as a LaTeX float for booktabs and siunitx: no vertical rules, estimates in `S` columns, each interval in
 * brackets below its estimate, since it isn't symmetric. The caption says what the numbers rest on and what the marks
 * mean. Where several parts stand below one another, and where a name is long, an arm takes several lines.
 *
 * A table that is wider than the text is scaled down to it; none is scaled up.
 */
export function renderLatex(table: ResultTable, { label, setUp }: LatexOptions): string {
  const { title, caption: name = title, header, rows, notes, marks = [] } = table;
  const columns = header.map((_, i) => rows.map((row) => row[i]));
  const lone = loneEstimates(columns);
  const isStacked =
    lone === null && rows.some((row) => row.some((cell) => cellParts(cell).interval !== null));
  const [basis, ...others] = notes;
  const caption = [`${name}.`, ...(basis === undefined ? [] : [basis]), ...marks.map(meaningText)];
  const hasCounts = rows.some((row) => row.some((cell) => cellParts(cell).count !== null));
  const blocks = rows.map((row) => blockOf(row, columns, { hasCounts, isStacked, lone }));
  const separator = blocks.some((lines) => lines.length > 1) ? "\n\\addlinespace[2pt]\n" : "\n";
  return [
    "\\begin{table}[tp]",
    "\\centering\\small\\sloppy",
    "\\setlength{\\abovecaptionskip}{0pt}\\setlength{\\belowcaptionskip}{6pt}\\setlength{\\tabcolsep}{3pt}",
    `\\caption[{${latexText(name)}}]{${latexText(caption.join(" "))}}`,
    `\\label{${label}}`,
    "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%",
    `\\begin{tabular}{@{}${columns.map((cells, i) => columnSpec(cells, i) + (i === lone ? "l" : "")).join("")}@{}}`,
    "\\toprule",
    ...headLines(header, lone),
    "\\midrule",
    blocks.map((lines) => lines.map((line) => `${line} \\\\`).join("\n")).join(separator),
    "\\bottomrule",
    "\\end{tabular}}",
    "",
    "\\smallskip",
    `\\begin{minipage}{\\linewidth}\\footnotesize ${latexText([...others, setUp].join(" "))}\\end{minipage}`,
    "\\end{table}",
  ].join("\n");
}

function meaningText({ mark, meaning }: MarkMeaning): string {
  return `${names[mark]}: ${meaning}`;
}

/** Where a single column has intervals, they stand in one of their own beside it, and a row needs one line only. */
function loneEstimates(columns: readonly (readonly Cell[])[]): number | null {
  const places = columns.flatMap((cells, i) =>
    cells.some((cell) => cellParts(cell).interval !== null) ? [i] : [],
  );
  const hasCount = columns.some((cells) => cells.some((cell) => cellParts(cell).count !== null));
  return places.length === 1 && !hasCount ? places[0] : null;
}

/** Long heads go on in a second line, or the column would be wider than its numbers. */
function headLines(header: readonly Head[], lone: number | null): string[] {
  const line = (cells: readonly string[]): string =>
    `${cells.map((cell, i) => `{${cell}}${i === lone ? " &" : ""}`).join(" & ")} \\\\`;
  const labels = header.map((head) => headParts(typeof head === "string" ? head : head.label));
  const sizes = header.map((head) => (typeof head === "string" ? "" : `\\scriptsize n = ${head.n}`));
  return [labels.map(([first]) => first), labels.map(([, second]) => second), sizes]
    .filter((cells, i) => i === 0 || cells.some((cell) => cell !== ""))
    .map(line);
}

function headParts(label: string): [string, string] {
  const at = label.length > headWidth ? label.lastIndexOf(" ") : -1;
  if (at === -1) return [latexText(label), ""];
  return [latexText(label.slice(0, at)), latexText(label.slice(at + 1))];
}

/** siunitx needs the most digits before the point that a column has, those after it, and whether any is negative. */
function columnSpec(cells: readonly Cell[], column: number): string {
  const numbers = cells.flatMap((cell) => numberOf(cell) ?? []);
  if (column === 0 || numbers.length === 0) return column === 0 ? "l" : "c";
  const sign = numbers.some((number) => number.startsWith("-")) ? "-" : "";
  const parts = numbers.map((number) => number.replace("-", "").split("."));
  const before = Math.max(1, ...parts.map(([whole]) => whole.length));
  const after = Math.max(0, ...parts.map(([, fraction = ""]) => fraction.length));
  const options = after > 0 ? "print-zero-integer=false" : "group-separator={,},group-minimum-digits=4";
  return `S[table-format=${sign}${before}.${after},${options},detect-weight]`;
}

/** The number of a cell as siunitx reads it; null where it has none, or one that is written as text. */
function numberOf(cell: Cell): string | null {
  if (typeof cell === "string" || cell.kind === "arm") return null;
  const { value } = cellParts(cell);
  const number = value.replace("−", "-").replaceAll(",", "");
  return /^-?\d*\.?\d+$/.test(number) ? number : null;
}

interface Layout {
  /** Some cells say `k/n`; the others keep that line free, so that intervals stay level. */
  readonly hasCounts: boolean;
  /** Intervals stand below their estimates. */
  readonly isStacked: boolean;
  /** The column whose intervals stand beside it. */
  readonly lone: number | null;
}

/** The lines of a row: values, then counts, then intervals, with the arm's name going on at their side. */
function blockOf(
  row: readonly Cell[],
  columns: readonly (readonly Cell[])[],
  { hasCounts, isStacked, lone }: Layout,
): string[] {
  const width = isStacked ? nameWidth.stacked : nameWidth.single;
  const stacks = row.map((cell, i) => {
    if (i === 0) return nameLines(cell, width);
    return i === lone ? [besideOf(cell, columns[i])] : stackOf(cell, columns[i], hasCounts);
  });
  const height = Math.max(...stacks.map(({ length }) => length));
  // A line without a value still has both columns of an estimate and its interval.
  const empty = (i: number): string => (i === lone ? " & " : "");
  return Array.from({ length: height }, (_, line) =>
    stacks.map((stack, i) => stack[line] ?? empty(i)).join(" & "),
  );
}

function nameLines(cell: Cell, width: number): string[] {
  const lines: string[] = [""];
  for (const word of cellParts(cell).value.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  const [first, ...others] = lines.map(latexText);
  // After a line break, a bracket or an asterisk would be taken for the break's own argument.
  return [/^[[*]/.test(first) ? `{}${first}` : first, ...others.map((line) => `\\quad ${line}`)];
}

function stackOf(cell: Cell, column: readonly Cell[], hasCounts: boolean): string[] {
  const { count, interval } = cellParts(cell);
  const small = (text: string): string => `{\\scriptsize ${latexText(text)}}`;
  return [
    valueLatex(cell, column),
    ...(hasCounts ? [count === null ? "" : small(count)] : []),
    ...(interval === null ? [] : [small(interval)]),
  ];
}

function besideOf(cell: Cell, column: readonly Cell[]): string {
  return `${valueLatex(cell, column)} & ${latexText(cellParts(cell).interval ?? "")}`;
}

function valueLatex(cell: Cell, column: readonly Cell[]): string {
  const { value, mark } = cellParts(cell);
  const number = numberOf(cell);
  if (number === null) return value === "" ? "" : `{${latexText(value)}}`;
  if (mark === "near") {
    // siunitx can't underline a number; in braces it is text, centred, and as wide as the column's widest.
    const before = (text: string): number => text.replace("-", "").split(".")[0].length;
    const widest = Math.max(1, ...column.map((each) => before(numberOf(each) ?? "")));
    return `{\\hphantom{${"0".repeat(widest - before(number))}}\\underline{${latexText(value)}}}`;
  }
  return mark === null ? number : `\\bfseries ${number}`;
}

/** A small document that holds the text of `table.tex`. */
export function standaloneLatex(tables: string): string {
  return [
    "\\documentclass{article}",
    `\\usepackage{${latexPackages.join(",")}}`,
    "\\begin{document}",
    tables,
    "\\end{document}",
    "",
  ].join("\n");
}
