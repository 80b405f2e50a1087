import type { PageRow } from "../study/index.js";

/** What became of a page between two runs; `unknown` where a run didn't say which pages it scored. */
export type PageFate = "same" | "changed" | "added" | "gone" | "unknown";

/** The pages of two runs. */
export interface PageChanges {
  readonly same: readonly string[];
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/** What became of every page, by its hash; null where either run didn't keep them. */
export function pageChanges(
  before: readonly PageRow[] | null,
  after: readonly PageRow[] | null,
): PageChanges | null {
  if (before === null || after === null) return null;
  const old = new Map(before.map(({ page, sha256 }) => [page, sha256]));
  const now = new Set(after.map(({ page }) => page));
  const kept = after.filter(({ page }) => old.has(page));
  return {
    same: kept.filter(({ page, sha256 }) => old.get(page) === sha256).map(({ page }) => page),
    changed: kept.filter(({ page, sha256 }) => old.get(page) !== sha256).map(({ page }) => page),
    added: after.filter(({ page }) => !old.has(page)).map(({ page }) => page),
    gone: before.filter(({ page }) => !now.has(page)).map(({ page }) => page),
  };
}

/** What became of one page. */
export function fateOf(page: string, changes: PageChanges | null): PageFate {
  if (changes === null) return "unknown";
  const fates = ["same", "changed", "added", "gone"] as const;
  return fates.find((fate) => changes[fate].includes(page)) ?? "unknown";
}
