import { cl100kCount } from "./cl100k.js";
import { recursiveBy } from "./recursive-tokens.js";

/** The evaluation's recursive splitter, with lengths in cl100k_base tokens. */
export const strategy = recursiveBy("recursive, cl100k tokens", cl100kCount);
