import type { Retriever, StatisticsSettings } from "./config.js";
import type { EmbeddingPlan } from "./embedded-texts.js";
import type { ScoreRow } from "./scores.js";

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
  /** What has to be embedded, counted before it begins; see `EmbeddingPlan`. */
  | ({ readonly kind: "plan"; readonly of: "units" | "chunks" } & EmbeddingPlan)
  /** An arm is scored with a retriever. */
  | {
      readonly kind: "arm";
      readonly retriever: Retriever;
      readonly arm: string;
      readonly scores: readonly ScoreRow[];
      /** For the intervals, which take a moment, to whom they matter. */
      readonly statistics: StatisticsSettings;
    };
