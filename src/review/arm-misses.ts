import { coversAnswer, isHolder, type Metric } from "../evaluation/index.js";
import type { Question } from "../questions/index.js";
import type { Scored } from "../retrieval/index.js";
import type { ChunkedArm, FinishedPipeline, Retriever } from "../study/index.js";
import { answerSpan } from "./answer-span.js";
import { ArmSearch, type QuestionSearch } from "./arm-search.js";
import { cutOf } from "./cut.js";
import { type Miss, type PagesByUrl, shownChunks, type Tried } from "./miss.js";
import { reasonOf } from "./reason.js";
import { type Trial, trialsOf } from "./trials.js";

/** How many of the chunks that hold an answer are tried, best-ranked first: with overlap there can be several. */
const triedHolders = 3;

interface Of extends Pick<FinishedPipeline, "inputs" | "pipeline"> {
  readonly metric: Metric;
  readonly pages: PagesByUrl;
}

/** A missed question before anything is tried. */
interface Missed {
  readonly question: Question;
  readonly retriever: Retriever;
  readonly search: QuestionSearch;
  readonly ranking: readonly Scored[];
  /** Places of the chunks that hold the answer, best-ranked first. */
  readonly holders: readonly number[];
  readonly trials: readonly Trial[];
}

/** The questions that one arm misses, and what would have helped. */
export class ArmMisses {
  /** Ids of the questions that the metric has a meaning for. */
  readonly asked: ReadonlySet<string>;
  private missed: readonly Missed[] = [];

  constructor(
    private readonly chunked: ChunkedArm,
    private readonly of: Of,
  ) {
    const questions = of.inputs.questions.filter(({ answers }) => answers.length > 0);
    this.asked = new Set(questions.map(({ id }) => id));
  }

  /** Search again, and embed what is to be tried on the questions that are missed. */
  async embedTrials(retrievers: readonly Retriever[]): Promise<void> {
    const { inputs, pipeline } = this.of;
    const { texts, queries } = pipeline;
    const embedded = queries === null ? null : texts;
    const vectorOf = embedded === null ? null : (text: string) => embedded.vectorOf(text);
    const search = new ArmSearch(this.chunked, vectorOf, inputs.config.bm25);
    this.missed = inputs.questions.flatMap((question, i) => {
      if (!this.asked.has(question.id)) return [];
      const asked = search.ask(question.question, queries?.[i] ?? null);
      return retrievers.flatMap((retriever) => this.missedWith(question, retriever, asked));
    });
    if (embedded === null) return;
    const tried = this.missed.flatMap(({ trials }) => trials.map(({ text }) => text));
    await embedded.plan(tried);
    await embedded.embed(tried, `embedding what is tried on ${this.chunked.arm.name}`);
  }

  /** The misses with a retriever, in the questions' order. */
  misses(retriever: Retriever): Omit<Miss, "hit_by">[] {
    return this.missed.filter((each) => each.retriever === retriever).map((each) => this.miss(each));
  }

  private missedWith(question: Question, retriever: Retriever, search: QuestionSearch): Missed[] {
    const ranking = search.ranking(retriever);
    if (this.isFound(question, ranking)) return [];
    const holders = this.holdersOf(question, ranking);
    const tried: readonly (number | null)[] = holders.length === 0 ? [null] : holders.slice(0, triedHolders);
    const trials = tried.flatMap((holder) => {
      const within = holder === null ? undefined : this.chunked.chunks[holder];
      const answer = answerSpan(question, this.of.pages, within);
      return answer === null ? [] : trialsOf(this.chunked, answer, holder);
    });
    return [{ question, retriever, search, ranking, holders, trials }];
  }

  private isFound(question: Question, ranking: readonly Scored[], trial?: Trial): boolean {
    const { chunks } = this.chunked;
    const at = (index: number) =>
      trial !== undefined && index === placeOf(trial) ? trial.chunk : chunks[index];
    return this.of.metric.score({ question, ranking: ranking.map(({ index }) => at(index)), chunks }) === 1;
  }

  private holdersOf(question: Question, ranking: readonly Scored[]): number[] {
    const { chunks } = this.chunked;
    const all = chunks.flatMap((chunk, i) => (isHolder(chunk, question) ? [i] : []));
    if (all.length < 2) return all;
    const ranks = new Map(ranking.map(({ index }, rank) => [index, rank]));
    const rank = (i: number): number => ranks.get(i) ?? ranking.length;
    return all.sort((a, b) => rank(a) - rank(b) || a - b);
  }

  private miss({ question, retriever, search, ranking, holders, trials }: Missed): Omit<Miss, "hit_by"> {
    const { chunks, arm } = this.chunked;
    const holder = holders.length === 0 ? null : chunks[holders[0]];
    const answer = answerSpan(question, this.of.pages, holder ?? undefined);
    if (answer === null)
      throw new Error(`question ${question.id} has an answer that is on none of the pages`);
    const place = ranking.findIndex(({ index }) => index === holders[0]);
    const first = ranking.slice(0, shownChunks).map(({ index, score }) => ({ ...chunks[index], score }));
    const own = chunks.filter(({ page }) => page === answer.page.url);
    const tried = bestOfEach(trials.map((trial) => this.try(question, retriever, search, trial)));
    return {
      retriever,
      arm,
      question,
      // A passage cut in two is cut, even where both halves are among the first.
      reason: reasonOf({ holder, tried }, answer.quotes.length > 1 && coversAnswer(first, question)),
      answer,
      holder,
      rank: place === -1 ? null : place + 1,
      cut: holder === null ? cutOf(answer, own) : null,
      top: first,
      tried,
    };
  }

  private try(question: Question, retriever: Retriever, search: QuestionSearch, trial: Trial): Tried {
    const ranking = search.withText(retriever, trial.text, placeOf(trial), trial.replaces);
    const place = ranking.findIndex(({ index }) => index === placeOf(trial));
    const rank = place === -1 ? null : place + 1;
    return { kind: trial.kind, rank, found: this.isFound(question, ranking, trial) };
  }
}

/** The place that a tried text takes: that of the chunk it stands for, or before all others. */
function placeOf({ replaces }: Trial): number {
  return replaces[0] ?? -1;
}

/** Of several holders, the one that a trial helped most. */
function bestOfEach(tried: readonly Tried[]): Tried[] {
  const best = new Map<string, Tried>();
  for (const each of tried) {
    const known = best.get(each.kind);
    if (known === undefined || isBetter(each, known)) best.set(each.kind, each);
  }
  return [...best.values()];
}

function isBetter(a: Tried, b: Tried): boolean {
  if (a.found !== b.found) return a.found;
  return (a.rank ?? Number.POSITIVE_INFINITY) < (b.rank ?? Number.POSITIVE_INFINITY);
}
