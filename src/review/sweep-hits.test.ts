import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { parseStudyConfig, resolveArms, type StudyInputs } from "../study/index.js";
import type { Miss } from "./miss.js";
import { sweepHits } from "./sweep-hits.js";

const raw = {
  name: "s",
  corpus: { folder: "docs" },
  arms: [
    { name: "semantic", strategy: "semantic", break_pct: 0.2, max_chars: 800 },
    { name: "semantic + path", strategy: "semantic", break_pct: 0.2, max_chars: 800, path: "breadcrumb" },
    { name: "heading", strategy: "heading" },
  ],
};
const config = parseStudyConfig(raw);
const hashes: StudyInputs["hashes"] = { corpus_sha256: "c0", test_sets: [{ file: "t.json", sha256: "t0" }] };
const cell = (name: string, break_pct: number, max_chars: number) => ({
  name,
  strategy: "semantic",
  parameters: { break_pct, min_chars: 200, max_chars },
  text: { path: "none" },
});
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-hits-"));
  const manifest = {
    corpus: { sha256: "c0" },
    test_sets: hashes.test_sets,
    embedder: { model: "all-MiniLM-L6-v2", revision: "r", max_tokens: 512 },
    retrieval: { bm25: { k1: 1.5, b: 0.75, tokens: "unicode" } },
    arms: [cell("same", 0.2, 800), cell("low", 0.1, 800), cell("high", 0.4, 800), cell("longer", 0.1, 1200)],
  };
  const rows = ["same", "low", "high", "longer"].flatMap((arm) =>
    ["hit@3000c", "hit@5"].map((metric) => {
      const isHit = metric === "hit@5" ? arm === "high" : arm === "low" || arm === "longer";
      return `dense,${arm},q1,p.md,fact,${metric},${isHit ? 1 : 0}`;
    }),
  );
  await writeFile(path.join(folder, "sweep_manifest.json"), JSON.stringify(manifest));
  const csv = ["retriever,arm,question,page,type,metric,value", ...rows, ""].join("\n");
  await writeFile(path.join(folder, "sweep_scores.csv.gz"), gzipSync(csv));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("sweepHits", () => {
  const missOf = async (name: string, retriever = "dense"): Promise<Miss> => {
    const arm = (await resolveArms(config, ".")).find((each) => each.name === name);
    return { arm, retriever, question: { id: "q1" } } as unknown as Miss;
  };

  it("names the cells that find the answer at another break_pct, all else being equal", async () => {
    const hits = await sweepHits(folder, { config, hashes });
    assert.deepEqual(hits?.(await missOf("semantic")), ["low"]);
    assert.deepEqual(hits?.(await missOf("semantic", "bm25")), []);
  });

  it("knows nothing of an arm that the sweep has no cell like", async () => {
    const hits = await sweepHits(folder, { config, hashes });
    assert.equal(hits?.(await missOf("semantic + path")), null);
    assert.equal(hits?.(await missOf("heading")), null);
  });

  it("takes no sweep of other pages, questions, embedder or BM25, and none where there is none", async () => {
    assert.equal(await sweepHits(folder, { config, hashes: { ...hashes, corpus_sha256: "c1" } }), undefined);
    const test_sets = [{ file: "t.json", sha256: "t1" }];
    assert.equal(await sweepHits(folder, { config, hashes: { ...hashes, test_sets } }), undefined);
    const other = (changed: object) => parseStudyConfig({ ...raw, ...changed });
    assert.equal(await sweepHits(folder, { config: other({ bm25: { b: 0 } }), hashes }), undefined);
    const embedder = { max_tokens: 256 };
    assert.equal(await sweepHits(folder, { config: other({ embedder }), hashes }), undefined);
    assert.equal(await sweepHits(path.join(folder, "none"), { config, hashes }), undefined);
  });
});
