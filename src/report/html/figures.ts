import { chunkLengths, differenceDots, renderSvg, scoreDots, scoreDotsByType } from "../figures/index.js";
import type { ResultFolder } from "../result-folder.js";
import type { ChunkPlace } from "./run-rows.js";

/** A drawing, and the retriever that it is of; null where it is about chunks. */
export interface ReportFigure {
  readonly name: "scores" | "types" | "differences" | "lengths";
  readonly retriever: string | null;
  readonly svg: string;
}

/** The drawings of a report: the primary metric with each retriever, and the lengths of chunks. */
export async function reportFigures(
  { summary, paired, chunk_stats: arms, manifest }: ResultFolder,
  chunks: readonly ChunkPlace[],
  signal?: AbortSignal,
): Promise<ReportFigure[]> {
  const { metric } = manifest.primary;
  const { level } = manifest.statistics;
  const figures: ReportFigure[] = [];
  for (const retriever of manifest.retrieval.retrievers) {
    if (!summary.some((row) => row.retriever === retriever && row.metric === metric)) continue;
    signal?.throwIfAborted();
    const of = { retriever, metric, arms };
    const add = async (name: ReportFigure["name"], spec: Parameters<typeof renderSvg>[0]): Promise<void> => {
      figures.push({ name, retriever, svg: await renderSvg(spec) });
    };
    await add("scores", scoreDots(summary, of));
    await add("types", scoreDotsByType(summary, of));
    if (paired.some((row) => row.retriever === retriever && row.metric === metric))
      await add("differences", differenceDots(paired, { retriever, metric, level }));
  }
  const lengths = chunks.map(({ arm, start, end }) => ({ arm, chars: end - start }));
  if (lengths.length > 0) {
    figures.push({ name: "lengths", retriever: null, svg: await renderSvg(chunkLengths(lengths, { arms })) });
  }
  return figures;
}
