import { counted, list, whole } from "./format.js";
import type { ResultManifest } from "./result-folder.js";

type SetUp = ResultManifest & { readonly date: string | null };

/** Digits of a hash that tell two files apart in print; the manifest has them all. */
const shownDigits = 12;

const hash = (sha256: string): string => sha256.slice(0, shownDigits);

/** What numbers belong to, in a line: `quickstart, 2026-11-29: 56 pages, 78 questions, all-MiniLM-L6-v2.` */
export function setUpLine({ study, date, corpus, questions, embedder, seamlab }: SetUp): string {
  const when = date === null ? study : `${study}, ${date}`;
  const model = embedder === null ? "no embedding" : String(embedder.model);
  return `${when}: ${counted(corpus.pages, "page")}, ${counted(questions, "question")}, ${model}, seamlab ${seamlab}.`;
}

/** Everything that has to be said for someone to get the same numbers, in a paragraph. */
export function setUpParagraph(setUp: SetUp): string {
  const { study, date, seamlab, corpus, questions, statistics, arms, dependencies = {} } = setUp;
  const packages = Object.keys(corpus.source?.npm ?? {});
  const source = packages.length === 0 ? "" : `${list(packages)}; `;
  const sets = (setUp.test_sets ?? []).map(({ sha256 }) => hash(sha256));
  const model = dependencies["@huggingface/transformers"];
  return [
    `Set-up: study ${study}${date === null ? "" : `, ${date}`}.`,
    `${counted(corpus.pages, "page")} of ${whole(corpus.characters)} characters (${source}SHA-256 ${hash(corpus.sha256)});`,
    `${counted(questions, "question")}${sets.length === 0 ? "" : ` (SHA-256 ${list(sets)})`}.`,
    `${modelText(setUp)} ${retrievalText(setUp)}`,
    `${cutText(setUp.metrics)} Arms: ${parameterText(arms)}.`,
    `${whole(statistics.resamples)} resamples${statistics.generator === undefined ? "" : ` (${statistics.generator})`}, seed ${statistics.seed}.`,
    `seamlab ${seamlab}${model === undefined || setUp.embedder === null ? "" : `, transformers.js ${model}`}.`,
  ].join(" ");
}

function modelText({ embedder }: SetUp): string {
  if (embedder === null) return "No embedding.";
  const { model, revision, dtype, pooling, max_tokens, dimension } = embedder;
  const facts = [
    ...(dimension === undefined ? [] : [`${dimension} dimensions`]),
    ...(dtype === undefined ? [] : [String(dtype)]),
    ...(pooling === undefined ? [] : [`${pooling} pooling`]),
    ...(max_tokens === undefined ? [] : [`at most ${max_tokens} tokens`]),
    ...(revision === undefined ? [] : [`revision ${String(revision).slice(0, shownDigits)}`]),
  ];
  return `Model ${model} (${facts.join(", ")}).`;
}

function retrievalText({ retrieval: { retrievers, bm25, rrf } }: SetUp): string {
  const settings: Readonly<Record<string, string>> = {
    bm25: bm25 === undefined ? "" : ` (k1 ${bm25.k1}, b ${bm25.b})`,
    dense: " (exact)",
    rrf: rrf === undefined ? "" : ` (${rrf})`,
  };
  return `Retrieval: ${list(retrievers.map((name) => `${name}${settings[name] ?? ""}`))}.`;
}

/** `k = 1, 5 and 10; equal context of 1500 and 3000 characters.` */
function cutText(metrics: readonly string[]): string {
  const cuts = (pattern: RegExp): string[] => [
    ...new Set(metrics.flatMap((metric) => pattern.exec(metric)?.[1] ?? [])),
  ];
  const numeric = (values: string[]): string => list(values.sort((a, b) => Number(a) - Number(b)));
  const [ranks, budgets] = [cuts(/@(\d+)$/), cuts(/@(\d+)c$/)];
  const parts = [
    ...(ranks.length === 0 ? [] : [`k = ${numeric(ranks)}`]),
    ...(budgets.length === 0 ? [] : [`equal context of ${numeric(budgets)} characters`]),
  ];
  return parts.length === 0 ? "" : `${parts.join("; ")}.`;
}

/** The parameters of all arms, each with every value that an arm gives it: `max_chars 1200, size 800 and 500`. */
function parameterText(arms: ResultManifest["arms"]): string {
  const values = new Map<string, Set<string>>();
  for (const { setting } of arms) {
    for (const part of setting.split(", ").slice(1)) {
      const [name, ...rest] = part.split(" ");
      values.set(name, (values.get(name) ?? new Set()).add(rest.join(" ")));
    }
  }
  const strategies = [...new Set(arms.map(({ setting }) => setting.split(", ")[0]))];
  const parameters = [...values].map(([name, given]) => `${name} ${list([...given])}`);
  return [`strategies ${list(strategies)}`, ...parameters].join("; ");
}
