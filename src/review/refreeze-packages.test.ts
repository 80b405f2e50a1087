import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { CorpusError, type Page, takePages } from "../corpus/index.js";
import { cacheFolder, freezeStudy, runStudy } from "../study/index.js";
import { compareRuns, type RunComparison } from "./compare.js";
import { readScoredRun } from "./compare-read.js";
import { type Refreeze, refreezeStudy } from "./refreeze.js";
import { type Accepted, acceptRefreeze } from "./refreeze-accept.js";

/*
 * Two versions of a real package, four years of edits apart. What is expected is worked out here by plain means: text
 * that is on a page or isn't, rows of scores.csv that say 1 and then 0.
 */

const [older, newer] = ["pino@8.0.0", "pino@10.4.0"];
const docs = (spec: string) => ({ npm: { [spec]: "docs/**/*.md" } });
const date = "2026-01-31";

let home: string;
let pages: { readonly old: readonly Page[]; readonly now: readonly Page[] } | { readonly absent: string };
let found: Refreeze;
let accepted: Accepted;
let comparison: RunComparison;
let scores: { readonly before: string; readonly after: string };

/** Every third line of prose that stands once on its page, asked for by its last words. */
function questionsOn(
  old: readonly Page[],
): { id: string; question: string; url: string; type: string; answer_quote: string }[] {
  return old.flatMap(({ url, markdown }) =>
    markdown
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.length > 60 && /^[A-Z]/.test(line) && markdown.split(line).length === 2)
      .filter((_, i) => i % 3 === 0)
      .map((line, i) => ({
        id: `${url} ${i}`,
        question: line.split(" ").slice(-4).join(" "),
        url,
        type: i % 2 === 0 ? "even" : "odd",
        answer_quote: line,
      })),
  );
}

before(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "seamlab-packages-"));
  const place = { studyFolder: home, cacheFolder: cacheFolder() };
  try {
    const old = await takePages(docs(older), place, date);
    pages = { old: old.pages, now: (await takePages(docs(newer), place, date)).pages };
  } catch (error) {
    if (!(error instanceof CorpusError)) throw error;
    pages = { absent: error.message };
    return;
  }
  const study = path.join(home, "data", "pino");
  await mkdir(study, { recursive: true });
  const settings = {
    name: "pino",
    corpus: docs(older),
    retrievers: ["bm25"],
    metrics: ["hit@1", "split"],
    primary: { retriever: "bm25", metric: "hit@1" },
    arms: [
      { name: "heading", strategy: "heading", max_chars: 1200 },
      { name: "paragraph", strategy: "paragraph", max_chars: 800 },
    ],
    statistics: { resamples: 999 },
  };
  await writeFile(path.join(study, "study.json"), JSON.stringify(settings, null, 2));
  await writeFile(path.join(study, "test_set.json"), JSON.stringify(questionsOn(pages.old), null, 1));
  await freezeStudy(study, date);
  const [first, second] = [path.join(home, "before"), path.join(home, "after")];
  await runStudy(study, { resultsFolder: first });
  found = await refreezeStudy(study, { npm: [newer], date });
  accepted = await acceptRefreeze(study, true);
  await runStudy(study, { resultsFolder: second });
  comparison = await compareRuns(await readScoredRun(first), await readScoredRun(second), {
    tolerance: 0.02,
  });
  scores = {
    before: await readFile(path.join(first, "scores.csv"), "utf8"),
    after: await readFile(path.join(second, "scores.csv"), "utf8"),
  };
});

after(async () => {
  await rm(home, { recursive: true, force: true });
});

const levelled = (text: string): string => text.toLowerCase().replace(/\s+/g, " ");

describe(`${older} to ${newer}, by refreeze and compare`, () => {
  const facts: [string, (old: readonly Page[], now: readonly Page[]) => void][] = [
    [
      "names the pages that changed, came and went",
      (old, now) => {
        const texts = new Map(old.map(({ url, markdown }) => [url, markdown]));
        const kept = now.filter(({ url }) => texts.has(url));
        const urlsOf = (list: readonly Page[]): string[] => list.map(({ url }) => url);
        const { update } = found;
        assert.deepEqual(
          update.changed,
          urlsOf(kept.filter(({ url, markdown }) => texts.get(url) !== markdown)),
        );
        assert.deepEqual(update.added, urlsOf(now.filter(({ url }) => !texts.has(url))));
        assert.deepEqual(update.gone, urlsOf(old.filter(({ url }) => !urlsOf(now).includes(url))));
        assert.ok(update.changed.length >= 5, "there is something to see");
        assert.deepEqual(found.packages, [{ from: older, to: newer }]);
      },
    ],
    [
      "keeps a question as it is where, and only where, its quote is on its page",
      (old, now) => {
        const texts = new Map(now.map(({ url, markdown }) => [url, levelled(markdown)]));
        const held = questionsOn(old).filter(({ url, answer_quote }) =>
          texts.get(url)?.includes(levelled(answer_quote)),
        );
        const kept = found.items.filter(({ is_edited, is_open }) => !is_edited && !is_open);
        assert.deepEqual(
          kept.map(({ id }) => id),
          held.map(({ id }) => id),
        );
        assert.ok(kept.length >= 20 && found.items.length - kept.length >= 20, "there is something to see");
      },
    ],
    [
      "offers texts that are on the new pages",
      (_, now) => {
        const texts = new Map(now.map(({ url, markdown }) => [url, markdown]));
        const fates = found.items.flatMap(({ places }) =>
          places.flatMap(({ url, quotes }) => quotes.map((fate) => ({ url, fate }))),
        );
        const offered = fates.flatMap(({ url, fate }) => {
          if (fate.kind === "respelt") return [{ url, text: fate.now }];
          return fate.kind === "vanished" && fate.closest !== null ? [fate.closest] : [];
        });
        assert.ok(offered.length >= 10, "there is something to see");
        for (const { url, text } of offered) assert.ok(texts.get(url)?.includes(text), text);
      },
    ],
    [
      "leaves out exactly the questions that vanished, and scores the others",
      () => {
        const open = found.items.filter(({ is_open }) => is_open).map(({ id }) => id);
        assert.deepEqual(accepted.dropped, open);
        assert.deepEqual([...comparison.questions.only_before].sort(), [...open].sort());
        assert.deepEqual(comparison.questions.only_after, []);
      },
    ],
    [
      "reports the questions that were lost and found, and what became of their pages",
      (old, now) => {
        const valuesOf = (csv: string, arm: string): Map<string, string> =>
          new Map(
            csv
              .split("\n")
              .map((line) => line.split(","))
              .filter(([, of, , , , metric]) => of === arm && metric === "hit@1")
              .map(([, , question, , , , value]) => [question, value]),
          );
        const changes = (from: string, to: string): string[] =>
          ["heading", "paragraph"].flatMap((arm) => {
            const [first, second] = [valuesOf(scores.before, arm), valuesOf(scores.after, arm)];
            return [...second]
              .filter(([id, value]) => value === to && first.get(id) === from)
              .map(([id]) => `${arm} ${id}`);
          });
        const reported = (questions: RunComparison["lost"]): string[] =>
          questions.flatMap(({ id, arms }) => arms.map(({ arm }) => `${arm} ${id}`));
        assert.deepEqual(reported(comparison.lost).sort(), changes("1", "0").sort());
        assert.deepEqual(reported(comparison.found).sort(), changes("0", "1").sort());
        assert.ok(comparison.lost.length + comparison.found.length > 0, "there is something to see");
        const texts = new Map(old.map(({ url, markdown }) => [url, markdown]));
        for (const { page, page_fate } of [...comparison.lost, ...comparison.found]) {
          const text = now.find(({ url }) => url === page)?.markdown;
          const expected = !texts.has(page) ? "added" : texts.get(page) === text ? "same" : "changed";
          assert.equal(page_fate, expected, page);
        }
        for (const { arm, row } of comparison.arms) {
          const lost = changes("1", "0").filter((change) => change.startsWith(`${arm} `)).length;
          const won = changes("0", "1").filter((change) => change.startsWith(`${arm} `)).length;
          assert.ok(Math.abs(row.difference - (won - lost) / row.n) < 1e-12);
        }
      },
    ],
  ];
  for (const [name, check] of facts) {
    it(name, (t) => {
      if ("absent" in pages) t.skip(pages.absent);
      else check(pages.old, pages.now);
    });
  }
});
