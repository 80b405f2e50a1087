import { parseMetric } from "../../evaluation/index.js";
import { allTypes, macroTypes, type StudyInputs } from "../../study/index.js";
import { armLooks } from "../figures/arm-look.js";
import { metricTitle } from "../figures/caption.js";
import { pValue } from "../format.js";
import type { ResultFolder } from "../result-folder.js";
import { setUpParagraph } from "../set-up.js";
import { verdictText } from "../verdict-text.js";
import type { ArmData, MetricData, ReportData } from "./data.js";
import { chunkData, curveData, pageData, unitData } from "./page-data.js";
import { positions } from "./positions.js";
import { questionData } from "./question-data.js";
import type { RunRows } from "./run-rows.js";
import { chunkColumns, interactionCells, type Lists, pairedCells, summaryCells } from "./score-data.js";

/**
 * Everything that a report shows, as one value.
 *
 * @param inputs the study's pages, questions and arms, the same that the results belong to
 * @param results tables of the results folder
 * @param rows what the run wrote beside them
 */
export function reportData(
  { arms, pages, questions }: Pick<StudyInputs, "arms" | "pages" | "questions">,
  results: ResultFolder,
  rows: RunRows,
): ReportData {
  const { summary, paired, interactions, chunk_stats, verdict, manifest, date } = results;
  const lists = listsOf(results);
  const metrics = lists.metrics.map(metricData);
  const urls = pages.map(({ url }) => url);
  const { columns, values } = chunkColumns(chunk_stats);
  const chunks = chunkData(rows.chunks, lists.arms, urls);
  const { limits, units } = unitData(rows.units, urls);
  const armAt = positions(arms.map(({ name }) => name));
  const looks = armLooks(lists.arms, chunk_stats);
  const armData = chunk_stats.map(({ arm: name, setting }, i): ArmData => {
    const arm = arms[armAt(name)];
    const loser = verdict?.ruled_out.find((each) => each.arm.toWellFormed() === name);
    return {
      name,
      setting,
      label: looks[i].label,
      color: looks[i].color,
      ruled_out: loser === undefined ? null : `worse than ${loser.beaten_by}, p ${pValue(loser.p)}`,
      stats: values[i],
      chunks: chunks[i],
      curve: arm === undefined ? null : curveData(arm, pages, rows.units, limits),
    };
  });
  return {
    study: manifest.study,
    verdict: verdict === null ? null : verdictText(verdict, interactions),
    set_up: setUpParagraph({ ...manifest, date }),
    primary: {
      retriever: Math.max(0, lists.retrievers.indexOf(manifest.primary.retriever)),
      metric: Math.max(0, lists.metrics.indexOf(manifest.primary.metric)),
    },
    level: manifest.statistics.level,
    retrievers: lists.retrievers,
    metrics,
    types: lists.types,
    methods: lists.methods,
    arms: armData,
    summary: summaryCells(summary, lists),
    paired: pairedCells(paired, lists),
    interactions: interactionCells(interactions, lists),
    chunk_columns: columns,
    pages: pageData(pages),
    units,
    questions: questionData({ ...lists, questions, rows, missed: results.misses, metrics, urls }),
  };
}

function listsOf({ summary, paired, interactions, chunk_stats, manifest }: ResultFolder): Lists {
  const single = [...new Set(summary.map(({ type }) => type))].filter(
    (type) => type !== allTypes && type !== macroTypes,
  );
  return {
    retrievers: manifest.retrieval.retrievers,
    arms: chunk_stats.map(({ arm }) => arm),
    types: [...single, macroTypes, allTypes],
    metrics: manifest.metrics,
    methods: [...new Set([...summary, ...paired, ...interactions].map(({ ci_method }) => ci_method))],
  };
}

function metricData(name: string): MetricData {
  const { scale, better, ranked } = parseMetric(name);
  return { name, scale, better, ranked, title: metricTitle(name) };
}
