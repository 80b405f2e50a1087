import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { RecursiveCharacterTextSplitter } from "@langchain/textsplitters";
import type { ParsedPage } from "../markdown/index.js";
import { absent, shared, sharedPages } from "../testing/shared.js";
import {
  type Chunker,
  chunkFaults,
  chunkPage,
  neighbourSimilarities,
  resolveChunker,
  splitUnits,
} from "./index.js";

/** A made-up vector that depends on the text alone: enough for spans, and quick over whole corpora. */
function hashVector(text: string): number[] {
  const digest = createHash("sha256").update(text).digest();
  return Array.from(digest.subarray(0, 8), (byte) => byte - 127.5);
}

function similaritiesOf(page: ParsedPage, max_chars: number): Float64Array {
  const units = splitUnits(page, { max_chars });
  return neighbourSimilarities(
    units,
    units.map(({ text }) => hashVector(text)),
  );
}

const chunkers: readonly Chunker[] = [
  { strategy: "fixed", size: 800, overlap: 100 },
  { strategy: "fixed", size: 37, overlap: 36 },
  { strategy: "recursive", size: 800, overlap: 0 },
  { strategy: "recursive", size: 400, overlap: 40 },
  { strategy: "paragraph", max_chars: 800 },
  { strategy: "paragraph", max_chars: 60 },
  { strategy: "heading", max_chars: 1200 },
  { strategy: "heading", max_chars: 120, levels: 6 },
  { strategy: "semantic", break_pct: 0.2, min_chars: 200, max_chars: 1200 },
  { strategy: "semantic", break_pct: 1, min_chars: 0, max_chars: 90 },
  { strategy: "hybrid", break_pct: 0.2, min_chars: 200, max_chars: 1200 },
  { strategy: "hybrid", break_pct: 0.4, min_chars: 50, max_chars: 300, merge_small: true, levels: 2 },
];

const skip = absent("corpora");

describe("every strategy on every page of the corpora at hand", { skip }, () => {
  for (const chunker of chunkers) {
    it(JSON.stringify(chunker), () => {
      const { strategy, parameters } = resolveChunker(chunker);
      const limit = Number(parameters[strategy.limit ?? "max_chars"]);
      const faults = sharedPages().flatMap((page) => {
        // A window of 37 characters gives a million chunks on the largest pages, which shows nothing more.
        if (limit < 50 && page.markdown.length > 100_000) return [];
        const similarities = strategy.needsSimilarities ? similaritiesOf(page, limit) : undefined;
        const chunks = chunkPage(page, chunker, similarities);
        return chunkFaults(page, chunks, { limit, mayOverlap: strategy.mayOverlap ?? false });
      });
      assert.deepEqual(faults.slice(0, 5), []);
    });
  }

  it("gives units that are trimmed or whole lines, in order, and hold everything", () => {
    for (const page of sharedPages()) {
      for (const max_chars of [200, 1200])
        assert.deepEqual(chunkFaults(page, splitUnits(page, { max_chars }), { limit: max_chars }), []);
    }
  });

  it("hybrid differs from heading only inside sections over max_chars", () => {
    for (const page of sharedPages()) {
      const byHeading = chunkPage(page, { strategy: "heading", max_chars: 1200 });
      const byBoth = chunkPage(page, { strategy: "hybrid", max_chars: 1200 }, similaritiesOf(page, 1200));
      const starts = new Set(byHeading.map(({ start }) => start));
      const sectionStarts = page.headings.filter(({ level }) => level <= 3).map(({ start }) => start);
      const cutAt = byBoth.map(({ start }) => start);
      for (const start of sectionStarts)
        assert.ok(starts.has(start) && cutAt.includes(start), `${page.url} ${start}`);
      for (const whole of byHeading.filter(
        ({ start, end }) => sectionStarts.includes(start) && sectionStarts.includes(nextText(page, end)),
      )) {
        assert.ok(
          byBoth.some(({ start, end }) => start === whole.start && end === whole.end),
          `${page.url} ${whole.start}`,
        );
      }
    }
  });
});

/** Where the next text after an offset begins. */
function nextText({ markdown }: ParsedPage, offset: number): number {
  return offset + (markdown.slice(offset).length - markdown.slice(offset).trimStart().length);
}

describe("recursive", { skip }, () => {
  const texts = (size: number, overlap: number, page: ParsedPage): string[] =>
    chunkPage(whole(page), { strategy: "recursive", size, overlap }).map(({ start, end }) =>
      page.markdown.slice(start, end),
    );
  /** Front matter and all: the library knows no content. */
  const whole = (page: ParsedPage): ParsedPage => ({
    ...page,
    content: { start: 0, end: page.markdown.length },
  });

  it("gives the texts that the library gives", async () => {
    for (const [size, overlap] of [
      [400, 40],
      [800, 0],
      [120, 60],
    ]) {
      const splitter = new RecursiveCharacterTextSplitter({ chunkSize: size, chunkOverlap: overlap });
      for (const page of sharedPages().slice(0, 60)) {
        // Single characters are code points here and UTF-16 units there, where the library cuts pairs in two.
        if (/[\ud800-\udfff]/.test(page.markdown)) continue;
        assert.deepEqual(
          texts(size, overlap, page),
          await splitter.splitText(page.markdown),
          `${page.url} ${size}/${overlap}`,
        );
      }
    }
  });

  it("agrees with the reference run of the Python library on FastAPI's docs", {
    skip: absent("reference", "seed-values.json"),
  }, () => {
    interface Values {
      readonly chunks: number;
      readonly sha256: string;
    }
    const seed = JSON.parse(shared("reference", "seed-values.json")) as {
      seed2: Record<string, { with_utf16_lengths: Values }>;
    };
    const pages = sharedPages().slice(0, 155);
    for (const [size, overlap] of [
      [400, 0],
      [400, 40],
      [800, 0],
      [800, 80],
      [1600, 0],
      [1600, 160],
    ]) {
      const expected = seed.seed2[`recursive,size=${size},overlap=${overlap}`].with_utf16_lengths;
      const all = pages.flatMap((page) => texts(size, overlap, page));
      assert.equal(all.length, expected.chunks);
      assert.equal(
        createHash("sha256").update(all.join("\0")).digest("hex"),
        expected.sha256,
        `${size}/${overlap}`,
      );
    }
  });
});
