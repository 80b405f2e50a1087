/*
 * What the page of a report is made from, as it stands in it as JSON. The page's own code reads it, so this file knows
 * nothing of Node. Places are positions: of a page, an arm, a retriever, a metric or a type in their lists here.
 */

/** A study's results, its pages and questions, and what was retrieved. */
export interface ReportData {
  readonly study: string;
  /** The verdict in words; null where the study has none. */
  readonly verdict: string | null;
  readonly set_up: string;
  /** What the claims are made on: positions of a retriever and a metric. */
  readonly primary: { readonly retriever: number; readonly metric: number };
  /** Coverage of the intervals. */
  readonly level: number;
  readonly retrievers: readonly string[];
  readonly metrics: readonly MetricData[];
  /** The types of question, then `macro`, then `all`. */
  readonly types: readonly string[];
  /** Names of interval methods. */
  readonly methods: readonly string[];
  readonly arms: readonly ArmData[];
  readonly summary: readonly SummaryCell[];
  readonly paired: readonly PairedCell[];
  /** On the endpoint that the claims are made on. */
  readonly interactions: readonly InteractionCell[];
  readonly chunk_columns: readonly ChunkColumn[];
  readonly pages: readonly PageData[];
  readonly units: readonly UnitData[];
  readonly questions: readonly QuestionData[];
}

export interface MetricData {
  readonly name: string;
  readonly scale: "binary" | "fraction" | "amount";
  readonly better: "higher" | "lower";
  /** Whether it depends on a ranking; if not, its cells have `noRanking` as retriever. */
  readonly ranked: boolean;
  /** In words, for the heading of a column: `hit@5 (share of questions; higher is better)`. */
  readonly title: string;
}

/** The retriever of cells that are about the chunks alone. */
export const noRanking = -1;

export interface ArmData {
  readonly name: string;
  readonly setting: string;
  /** The name, with † where too many of the arm's texts are longer than the embedder reads. */
  readonly label: string;
  readonly color: string;
  /** Why the verdict rules it out; null where it doesn't. */
  readonly ruled_out: string | null;
  /** A value for each of `chunk_columns`. */
  readonly stats: readonly (number | null)[];
  /** For each page its chunks: start, end, start, end … */
  readonly chunks: readonly (readonly number[])[];
  /** For arms that break by similarity. */
  readonly curve: CurveData | null;
}

export interface CurveData {
  /** Position in `units`. */
  readonly units: number;
  /** For each page the similarity at or below which a chunk may end; null where there isn't one for the page. */
  readonly cutoffs: readonly (number | null)[];
  /** For each page its breaks: unit before the break, 1 if by topic and 0 if by size, and so on. */
  readonly breaks: readonly (readonly number[])[];
}

/** The units of one limit: for each page start, end and similarity to the next (null for the last), and so on. */
export type UnitData = readonly (readonly (number | null)[])[];

/** Retriever, arm, type, metric, n, pages, estimate, lo, hi, method, flag. */
export type SummaryCell = readonly [
  retriever: number,
  arm: number,
  type: number,
  metric: number,
  n: number,
  pages: number,
  estimate: number,
  lo: number | null,
  hi: number | null,
  method: number,
  flag: string,
];

export type PairedCell = readonly [
  retriever: number,
  arm: number,
  against: number,
  type: number,
  metric: number,
  n: number,
  pages: number,
  affected: number | null,
  difference: number,
  lo: number | null,
  hi: number | null,
  method: number,
  p: number | null,
  family: string,
  p_adjusted: number | null,
  wins: number,
  ties: number,
  losses: number,
];

/** By how much a difference is larger on a type than on all other questions. */
export type InteractionCell = readonly [
  arm: number,
  against: number,
  type: number,
  n: number,
  interaction: number,
  lo: number | null,
  hi: number | null,
  method: number,
];

export interface ChunkColumn {
  readonly title: string;
  readonly hint: string;
  readonly kind: "whole" | "share";
}

export interface PageData {
  readonly url: string;
  readonly text: string;
  readonly headings: readonly HeadingData[];
}

/** Start, end, level, title. */
export type HeadingData = readonly [start: number, end: number, level: number, title: string];

/** Start and end. */
export type SpanData = readonly [start: number, end: number];

export interface QuestionData {
  readonly id: string;
  readonly question: string;
  readonly type: string;
  readonly page: number;
  readonly answers: readonly AnswerData[];
  /** Whole pages that are expected; empty where there are answers. */
  readonly pages: readonly number[];
  /** For each arm whether no chunk holds the answer. */
  readonly split: readonly boolean[];
  /** By retriever and arm: what was retrieved. */
  readonly found: readonly (readonly FoundData[])[];
  /** By metric, then retriever (a single row for metrics without ranking), then arm; null where there is no score. */
  readonly scores: readonly (readonly (readonly (number | null)[])[])[];
  /** By retriever and arm; null where it was found, or the reason isn't known. */
  readonly misses: readonly (readonly (MissData | null)[])[];
}

/** Why an arm missed a question, in words, and what may be wrong. */
export interface MissData {
  readonly why: string;
  readonly tags: readonly string[];
}

export interface AnswerData {
  readonly page: number;
  /** For each quote that is needed, its occurrences. */
  readonly quotes: readonly (readonly SpanData[])[];
}

export interface FoundData {
  /** Rank of the first holder, from 1; 0 where none is in the ranking as far as it is kept. */
  readonly rank: number;
  /** The first chunks: page, position on the page, score, and so on. */
  readonly top: readonly number[];
}
