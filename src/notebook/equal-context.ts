import { parseMetric } from "../evaluation/index.js";
import type { BudgetPoint } from "../report/index.js";
import type { ScoreRow } from "../study/index.js";
import { allTypes, Policy, ScoreTable, summarize } from "../study/index.js";
import type { NotebookStudy } from "./open-study.js";
import type { RunFiles } from "./run-files.js";

/**
 * The share of questions whose answer is in the first B characters that an arm retrieves, for several B: what
 * `hit@<B>c` says, with the study's intervals.
 *
 * @param budgets characters a question; the rankings of a run's files reach some thousands
 */
export function budgetPoints(
  { config, arms, questions }: NotebookStudy,
  files: RunFiles,
  retriever: "bm25" | "dense" | "rrf",
  budgets: readonly number[],
): BudgetPoint[] {
  const policy = new Policy(config.statistics);
  return arms.flatMap(({ name: arm }) => {
    const chunks = files.chunksOf(arm);
    return budgets.flatMap((budget) => {
      const metric = parseMetric(`hit@${budget}c`);
      const rows = questions.flatMap((question): ScoreRow[] => {
        const ranking = files.rankingOf(retriever, arm, question.id);
        const value = metric.score({ question, ranking, chunks });
        const { id, url, type } = question;
        return value === null
          ? []
          : [{ retriever, arm, question: id, page: url, type, metric: metric.name, value }];
      });
      const [row] = summarize(new ScoreTable(rows), policy, [allTypes]);
      return row === undefined ? [] : [{ arm, budget, estimate: row.estimate, lo: row.lo, hi: row.hi }];
    });
  });
}
