import {
  type Bm25Options,
  bm25Index,
  denseIndex,
  ranked,
  reciprocalRankFusion,
  type Scored,
} from "../retrieval/index.js";
import type { ChunkedArm, Retriever } from "../study/index.js";

/** Vectors of texts that have been embedded. */
export type VectorOf = (text: string) => Float32Array;

/** An arm's indexes, to search again and to ask what another text would score. */
export class ArmSearch {
  private readonly bm25;
  private readonly dense;

  /**
   * @param vectorOf null where nothing is embedded: then only `bm25` can be asked for
   * @param bm25 the study's settings of it
   */
  constructor(
    { texts }: ChunkedArm,
    private readonly vectorOf: VectorOf | null,
    bm25: Bm25Options = {},
  ) {
    this.bm25 = bm25Index(texts, bm25);
    this.dense = vectorOf === null ? null : denseIndex(texts.map(vectorOf));
  }

  /** @param vector the question's; null where it isn't embedded */
  ask(question: string, vector: Float32Array | null): QuestionSearch {
    const bm25 = this.bm25.search(question);
    const dense = this.dense === null || vector === null ? null : this.dense.search(vector);
    return new QuestionSearch(bm25, dense, (text) => ({
      bm25: this.bm25.score(question, text),
      dense: this.vectorOf === null || vector === null ? 0 : cosine(vector, this.vectorOf(text)),
    }));
  }
}

function cosine(query: Float32Array, vector: Float32Array): number {
  const [only] = denseIndex([vector]).search(query);
  return only.score;
}

/** One question's whole rankings under an arm, as they are and as they would be with another text among them. */
export class QuestionSearch {
  constructor(
    private readonly bm25: readonly Scored[],
    private readonly dense: readonly Scored[] | null,
    private readonly scoresOf: (text: string) => { readonly bm25: number; readonly dense: number },
  ) {}

  /** @throws Error where the retriever needs vectors and there are none */
  ranking(retriever: Retriever): readonly Scored[] {
    if (retriever === "bm25") return this.bm25;
    if (this.dense === null) throw new Error(`${retriever} needs vectors, and there are none`);
    return retriever === "dense" ? this.dense : reciprocalRankFusion([this.bm25, this.dense]);
  }

  /**
   * The ranking with a text put in and some taken out.
   *
   * The text is scored by the index as it is: BM25 keeps its count of texts, their mean length and its terms'
   * frequencies, of which one text of hundreds changes next to nothing.
   *
   * @param index the place that the text gets, which decides ties
   */
  withText(retriever: Retriever, text: string, index: number, without: readonly number[]): readonly Scored[] {
    const scores = this.scoresOf(text);
    const put = (ranking: readonly Scored[], score: number): Scored[] =>
      ranked([
        ...ranking.filter((each) => !without.includes(each.index)),
        // A text without a term of the query has no rank in BM25.
        ...(ranking === this.bm25 && score === 0 ? [] : [{ index, score }]),
      ]);
    const changed = new QuestionSearch(
      retriever === "dense" ? this.bm25 : put(this.bm25, scores.bm25),
      retriever === "bm25" || this.dense === null ? this.dense : put(this.dense, scores.dense),
      this.scoresOf,
    );
    return changed.ranking(retriever);
  }
}
