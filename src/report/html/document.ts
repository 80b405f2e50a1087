import { createHash } from "node:crypto";
import { escapeHtml } from "../render-html.js";
import type { ReportData } from "./data.js";
import { jsonForScript } from "./escape.js";
import type { ReportFigure } from "./figures.js";

/** What was missed and why, and what the study's sweep says. */
export interface FinishedSections {
  readonly misses: string | null;
  readonly tuning: string | null;
}

export interface DocumentParts {
  readonly data: ReportData;
  readonly figures: readonly ReportFigure[];
  /** Sections that are finished already, as HTML; null where there is nothing to show. */
  readonly finished: FinishedSections;
  /** The page's own code and style. */
  readonly script: string;
  readonly style: string;
}

/**
 * A report as one HTML file.
 *
 * What comes from pages and questions stands in it as JSON, and becomes text by the page's code. Against a mistake in
 * that, the page allows no script and no style but its own, by their hashes, and may fetch nothing.
 */
export function reportDocument({ data, figures, finished, script, style }: DocumentParts): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const title = escaped(data.study);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: seamlab report</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
<header class="top">
<h1><bdi>${title}</bdi></h1>
<nav aria-label="Sections">${links(data, finished)}</nav>
</header>
<noscript><p class="verdict">Tables, questions and pages need JavaScript; the tables are in table.md as well.</p></noscript>
<div id="toolbar" class="toolbar" role="group" aria-label="What the tables show"></div>
<main id="content" tabindex="-1">
${sections(data, figures, finished).join("\n")}
</main>
<script type="application/json" id="report-data">${jsonForScript(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly figure?: ReportFigure["name"];
  /** Id of the element that the page's code fills. */
  readonly filled?: string;
  /** What it holds, where that is finished. */
  readonly html?: string;
}

function outline({ paired }: ReportData, { misses, tuning }: FinishedSections): Section[] {
  return [
    { id: "verdict", title: "Verdict" },
    { id: "scores", title: "Scores", filled: "scores-table", figure: "scores" },
    { id: "types", title: "By type", filled: "types-table", figure: "types" },
    {
      id: "differences",
      title: "Differences",
      filled: "differences-table",
      ...(paired.length > 0 ? { figure: "differences" } : {}),
    },
    { id: "chunks", title: "Chunks", filled: "chunks-table", figure: "lengths" },
    ...(misses === null ? [] : [{ id: "misses", title: "Misses", html: misses }]),
    ...(tuning === null ? [] : [{ id: "tuning", title: "Tuning", html: tuning }]),
    { id: "questions", title: "Questions", filled: "questions-list" },
    { id: "pages", title: "Pages", filled: "pages-list" },
  ];
}

function links(data: ReportData, finished: FinishedSections): string {
  return outline(data, finished)
    .map(({ id, title }) => `<a href="#${id}">${title}</a>`)
    .join(" ");
}

function sections(data: ReportData, figures: readonly ReportFigure[], finished: FinishedSections): string[] {
  return outline(data, finished).map(({ id, title, filled, figure, html }) => {
    const drawings = figures.filter(({ name }) => name === figure);
    return [
      `<section id="${id}" aria-labelledby="${id}-title">`,
      `<h2 id="${id}-title">${title}</h2>`,
      ...(id === "verdict" ? [verdict(data)] : []),
      ...(html === undefined ? [] : [html]),
      ...(filled === undefined ? [] : [`<div id="${filled}"></div>`]),
      ...drawings.map((drawing) => figureElement(drawing, data)),
      ...(id === "differences" ? ['<div id="differences-more"></div>'] : []),
      "</section>",
    ].join("\n");
  });
}

function verdict({ verdict: words, set_up, arms }: ReportData): string {
  const settings = arms.map(
    ({ name, setting }) => `<li><b><bdi>${escaped(name)}</bdi></b>: ${escaped(setting)}</li>`,
  );
  return [
    `<p class="verdict">${escaped(words ?? "No verdict: the endpoint that the study was made to decide was not scored.")}</p>`,
    `<p class="set-up"><b>Set-up.</b> ${escaped(set_up.replace(/^Set-up: /, ""))}</p>`,
    `<details class="settings"><summary>${arms.length} arms</summary><ul>${settings.join("")}</ul></details>`,
  ].join("\n");
}

/** A drawing of a retriever is shown by the page's code when that one is chosen. */
function figureElement({ retriever, svg }: ReportFigure, { retrievers, primary }: ReportData): string {
  const at = retriever === null ? -1 : retrievers.indexOf(retriever);
  const attributes =
    retriever === null ? "" : ` data-retriever="${at}"${at === primary.retriever ? "" : " hidden"}`;
  return `<figure class="drawing" tabindex="0"${attributes}>${svg.trim()}</figure>`;
}

/** Half of a surrogate pair, which no file can hold, becomes U+FFFD. */
function escaped(text: string): string {
  return escapeHtml(text.toWellFormed());
}
