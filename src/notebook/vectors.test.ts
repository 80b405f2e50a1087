import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Embedded, Embedder, EmbedOptions } from "../embedding/index.js";
import { parseStudyConfig } from "../study/index.js";
import type { Output } from "./display.js";
import { ProgressDisplay } from "./progress.js";
import { Vectors } from "./vectors.js";

const { embedder: settings } = parseStudyConfig({ name: "s", corpus: { file: "c.json" } });

/** Vectors from an embedder that gives each text's length, and what it was asked for. */
function watched(cached: readonly string[] = []) {
  const asked: { texts: readonly string[]; kind: string | undefined }[] = [];
  const shown: string[] = [];
  const embedder: Pick<Embedder, "missing" | "embed"> = {
    missing: async (texts) => texts.flatMap((text, i) => (cached.includes(text) ? [] : [i])),
    embed: async (texts, { kind, signal, onProgress }: EmbedOptions = {}): Promise<Embedded> => {
      asked.push({ texts, kind });
      signal?.throwIfAborted();
      onProgress?.({ done: 1, total: 1, doneTokens: 5, totalTokens: 10 });
      const vectors = texts.map(({ length }) => Float32Array.of(length));
      return { vectors, tokens: texts.map(({ length }) => length), fresh: texts.length };
    },
  };
  const place: Output = {
    html: (html) => void shown.push(html.replace(/<[^>]*>/g, "").trim()),
    svg: () => {},
  };
  let opened = 0;
  const vectors = new Vectors(settings, {
    open: async () => {
      opened++;
      return embedder as Embedder;
    },
    progress: () => new ProgressDisplay(() => place),
  });
  return { vectors, asked, shown, opened: () => opened };
}

describe("Vectors", () => {
  it("embeds each text once, and gives them in the order asked for", async () => {
    const { vectors, asked, opened } = watched();
    const request = { about: "embedding" };
    const first = await vectors.of(["bb", "a", "bb"], request);
    assert.deepEqual(
      first.map(({ vector, tokens }) => [...vector, tokens]),
      [
        [2, 2],
        [1, 1],
        [2, 2],
      ],
    );
    await vectors.of(["a", "ccc"], request);
    assert.deepEqual(
      asked.map(({ texts }) => texts),
      [["bb", "a"], ["ccc"]],
    );
    assert.equal(opened(), 1);
  });

  it("keeps questions and texts apart, since their prefixes may differ", async () => {
    const { vectors, asked } = watched();
    await vectors.of(["same"], { about: "embedding" });
    await vectors.of(["same"], { about: "embedding", kind: "query" });
    assert.deepEqual(
      asked.map(({ kind }) => kind),
      ["text", "query"],
    );
  });

  it("shows an estimate before it begins, and nothing where all is in the cache", async () => {
    const fresh = watched();
    await fresh.vectors.of(["x".repeat(1_000_000)], { about: "embedding" });
    assert.match(fresh.shown[0], /^embedding: 0 of 1,000,000 characters \(0 %\), about \d+ (s|min) left$/);
    assert.match(fresh.shown[fresh.shown.length - 1], /^embedding: 1,000,000 characters in /);
    const cached = watched(["a"]);
    await cached.vectors.of(["a"], { about: "embedding" });
    assert.deepEqual(cached.shown, []);
  });

  it("stops when told to, and can be asked again", async () => {
    const { vectors } = watched();
    const signal = AbortSignal.abort(new Error("interrupted"));
    await assert.rejects(vectors.of(["a"], { about: "embedding", signal }), /interrupted/);
    assert.equal((await vectors.of(["a"], { about: "embedding" })).length, 1);
  });

  it("opens the model again where that failed", async () => {
    let tries = 0;
    const open = async (): Promise<Embedder> => {
      tries++;
      throw new Error("no model");
    };
    const vectors = new Vectors(settings, { open, progress: () => new ProgressDisplay() });
    await assert.rejects(vectors.of(["a"], { about: "embedding" }), /no model/);
    await assert.rejects(vectors.of(["a"], { about: "embedding" }), /no model/);
    assert.equal(tries, 2);
  });
});
