import { recursiveBy } from "./recursive-tokens.js";
import { wordPieceCount } from "./word-pieces.js";

/**
 * The evaluation's recursive splitter, with lengths in the embedding model's word pieces, as the published numbers for
 * that model have it: [CLS] and [SEP] are counted with every piece, and with every join.
 */
export const strategy = recursiveBy("recursive, word pieces", wordPieceCount);
