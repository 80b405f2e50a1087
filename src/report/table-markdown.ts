import type { ResultFolder, ResultManifest } from "./result-folder.js";
import { resultTables } from "./result-report.js";
import { armTable, typeTable } from "./result-tables.js";
import { renderMarkdown } from "./table.js";
import { verdictText } from "./verdict-text.js";

/** The text of `table.md`: the verdict, every table, and the set-up that the numbers belong to. */
export function tableMarkdown({ summary, chunk_stats, verdict, manifest }: ResultFolder): string {
  const { primary, retrieval, metrics } = manifest;
  const input = { summary, chunk_stats, primaryMetric: primary.metric };
  const others = retrieval.retrievers.filter((name) => name !== primary.retriever);
  const tables = [
    ...resultTables({ summary, chunk_stats, verdict, primary }),
    ...others.map((retriever) => armTable(input, retriever)),
    ...metrics
      .filter((metric) => metric !== primary.metric && !metric.includes("chars@"))
      .map((metric) => typeTable(input, primary.retriever, metric)),
  ];
  return [
    `## ${manifest.study}`,
    "",
    ...(verdict === null ? [] : [verdictText(verdict), ""]),
    ...tables.map(renderMarkdown),
    setUp(manifest),
    "",
  ].join("\n");
}

function setUp({ seamlab, corpus, questions, embedder, arms, statistics }: ResultManifest): string {
  const model =
    embedder === null
      ? "none"
      : `${embedder.model}, ${embedder.dtype}, at most ${embedder.max_tokens} tokens`;
  return [
    `**Set-up.** ${corpus.pages} pages, ${corpus.characters.toLocaleString("en")} characters (SHA-256 ${corpus.sha256.slice(0, 12)}…); ${questions} questions; embedded model ${model};`,
    `${statistics.resamples.toLocaleString("en")} resamples, seed ${statistics.seed}; seamlab ${seamlab}.`,
    "",
    ...arms.map(({ name, setting }) => `- ${name}: ${setting}`),
  ].join("\n");
}
