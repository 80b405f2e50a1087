import type { Retriever } from "./config.js";
import type { SummaryRow } from "./summary.js";

/** What a run tells while it works. */
export type RunEvent =
  /** Something to know, such as a warning of the test set. */
  | { readonly kind: "note"; readonly text: string }
  /** A step begins. */
  | { readonly kind: "step"; readonly text: string }
  /** Work done of a whole, such as characters embedded of all that weren't known before. */
  | {
      readonly kind: "progress";
      readonly text: string;
      readonly done: number;
      readonly total: number;
      readonly unit: "characters" | "steps";
    }
  /** An arm is scored with a retriever: its means over all questions. */
  | {
      readonly kind: "arm";
      readonly retriever: Retriever;
      readonly arm: string;
      readonly summary: readonly SummaryRow[];
    };
