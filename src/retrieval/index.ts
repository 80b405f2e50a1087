export { type Bm25Index, type Bm25Options, bm25Index } from "./bm25.js";
export { type DenseIndex, denseIndex } from "./dense.js";
export { byScore, ranked, reciprocalRankFusion, type Scored } from "./ranking.js";
