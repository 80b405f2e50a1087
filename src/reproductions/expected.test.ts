import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { absent, shared } from "../testing/shared.js";
import { expectedArms, expectedPages, expectedQueries } from "./bm25-headings/expected.js";
import {
  expectedHeadingChunks,
  expectedSemanticChunks,
  expectedUnits,
} from "./heading-or-semantic/expected.js";
import { expectedPagesWithHeading, expectedPosts } from "./heading-prefix/expected.js";
import { expectedChunks } from "./three-chunkers/expected.js";

const missing = absent("reference", "seed-values.json");
type Values = Record<string, number | string>;
type Nested = Record<string, Record<string, Values & { published: Values; chunk_details: Values }>>;
interface SeedValues {
  readonly corpus: { readonly pages: number };
  readonly seed0: { readonly queries: number; readonly rows: Nested[string] };
  readonly seed1: Nested & { readonly split_units: Values };
  readonly seed2: Record<string, Values>;
  readonly seed3: Record<string, Values>;
}
const reference = (): SeedValues => JSON.parse(shared("reference", "seed-values.json")) as SeedValues;

describe("expected values", { skip: missing }, () => {
  it("of the BM25 experiment are those of the reference", () => {
    const { seed0, corpus } = reference();
    assert.equal(expectedQueries.independent, seed0.queries);
    assert.equal(expectedPages.independent, corpus.pages);
    const names: Readonly<Record<string, string>> = {
      "fixed 800/100": "fixed_800_100",
      "fixed 530/100": "fixed_530_100",
      "paragraph 800": "paragraph_800",
      heading: "heading",
      "heading + path": "heading_path",
    };
    assert.deepEqual(Object.keys(expectedArms), Object.keys(names));
    const valuesOf = ({
      chunks,
      avg_chars,
      crosses_section_pct,
      splits_code_pct,
      hit1,
      hit5,
      mrr,
    }: Values) => ({
      ...{ chunks, avg_chars, crosses_section_pct, splits_code_pct },
      ...{ "hit@1": hit1, "hit@5": hit5, MRR: mrr },
    });
    for (const [name, { published, independent, sha256 }] of Object.entries(expectedArms)) {
      const row = seed0.rows[names[name]];
      assert.deepEqual(published, valuesOf(row.published));
      assert.deepEqual(independent, valuesOf(row));
      assert.equal(sha256, row.chunk_details.sha256);
    }
  });

  it("of units, heading chunks and semantic chunks are those of the reference", () => {
    const { split_units, heading_chunks, semantic_chunks } = reference().seed1;
    assert.deepEqual(expectedUnits, {
      units: split_units.units,
      longest_unit: split_units.longest_unit_chars,
      sha256: split_units.sha256,
    });
    for (const {
      max_chars,
      chunks,
      avg_chars,
      over_max_chars,
      longest,
      sha256,
      sha256_of_paths,
    } of expectedHeadingChunks) {
      const row = heading_chunks[`max_chars=${max_chars}`];
      assert.deepEqual(
        [chunks, avg_chars, over_max_chars, longest, sha256, sha256_of_paths],
        [
          row.chunks,
          row.avg_chars,
          row.chunks_over_max_chars,
          row.max_chars,
          row.sha256,
          row.sha256_of_paths,
        ],
      );
    }
    for (const { break_pct, chunks, avg_chars } of expectedSemanticChunks) {
      const row = semantic_chunks[`break_pct=${break_pct},min=200,max=1500`];
      assert.deepEqual([chunks, avg_chars], [row.chunks, row.avg_chars]);
    }
  });

  it("of the three chunkers are those of the reference, every setting", () => {
    const seed2 = Object.entries(reference().seed2);
    assert.equal(seed2.length, Object.keys(expectedChunks).length);
    for (const [key, row] of seed2) {
      const [, name, size, overlap] = /^(\w+),size=(\d+),overlap=(\d+)$/.exec(key) ?? [];
      assert.deepEqual(expectedChunks[`${name.replace("_", "-")} ${size}/${overlap}`], {
        chunks: row.chunks,
        avg_chars: row.avg_chars,
        over_size: row.chunks_over_size,
        sha256: row.sha256,
      });
    }
  });

  it("of the posts are those of the reference", () => {
    const { seed3 } = reference();
    for (const { rule, total, with_heading, intro, avg_chars } of expectedPosts) {
      const row = seed3[`${rule} | headings inside fences ignored`];
      assert.deepEqual(
        [total, with_heading, intro, avg_chars, expectedPagesWithHeading],
        [row.total_chunks, row.with_heading, row.intro_chunks, row.avg_chars_with_prefix, row.pages_with_h2],
      );
    }
  });
});
