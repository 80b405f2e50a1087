import type { ResultTable } from "../report/index.js";
import type { RunEvent } from "../study/index.js";
import type { ComparisonRow } from "./comparison.js";

/** A public repository that an experiment's texts come from: the project itself carries none of them. */
export interface PublicSource {
  readonly repository: string;
  readonly commit: string;
  /** Folder of the texts in the repository. */
  readonly folder: string;
  /** Names that the folder may have among the corpora, the one that a clone gives first. */
  readonly places: readonly string[];
  /** Shell commands that put the repository among the corpora; `$CORPORA` stands for that folder. */
  readonly fetch: readonly string[];
  /** What holds the hash of every text: a `corpus.lock.json`, relative to the project's folder. */
  readonly lock: string;
}

/** What an experiment is run with. */
export interface ReproductionContext {
  /** Folder of the corpora, see {@link PublicSource.places}. */
  readonly corpora: string;
  /** Where an experiment may write what its studies' runs write, in a folder of its own. */
  readonly resultsFolder: string;
  /** Only what needs no embedding model; nothing is written. */
  readonly skipEmbedding: boolean;
  readonly onEvent: (event: RunEvent) => void;
  readonly signal?: AbortSignal;
}

/** What is left to embed before an experiment is done. */
export interface Workload {
  readonly characters: number;
  /** Whether the number is exact: chunks that follow from similarities can't be counted before these are known. */
  readonly exact: boolean;
}

/** A published experiment that is run again. */
export interface Experiment {
  readonly id: string;
  readonly title: string;
  /** The question it answers, for lists. */
  readonly about: string;
  readonly source: PublicSource;
  /** Where ours does otherwise than the published code on purpose, or the published code than a reader expects. */
  readonly differences?: readonly string[];
  /**
   * What is left to embed.
   *
   * @throws StudyError or CorpusError where the corpus is missing or isn't the frozen one, saying how to get it
   */
  workload(context: ReproductionContext): Promise<Workload>;
  /** All rows that the context allows. @throws as `workload`; ModelUnavailableError; `signal.reason` when stopped */
  run(context: ReproductionContext): Promise<ComparisonRow[]>;
  /**
   * What a reader is shown: tables made of the rows alone, the one that says most first.
   *
   * @param rows as in the experiment's CSV
   */
  tables(rows: readonly ComparisonRow[]): readonly ResultTable[];
  /** One sentence, with its numbers taken from the rows: what changed against the published result, or didn't. */
  finding(rows: readonly ComparisonRow[]): string;
}
