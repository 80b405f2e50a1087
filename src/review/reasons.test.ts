import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { findMisses } from "./find-misses.js";
import { reasons } from "./miss.js";
import { missOf, plantedReview, plantedRun } from "./planted.js";

const filler = (n: number): string =>
  Array.from({ length: n }, (_, i) => `Sailors of watch ${i} mend nets and paint hulls.`).join(" ");

describe("the reason of a miss", () => {
  it("is a cut where no chunk holds the answer, and says where it fell", async () => {
    const page = "# Mast\n\nThe mast is stepped through the deck and held by four steel shrouds.\n";
    const items = [
      { id: "q", question: "mast shrouds", url: "m.md", answer_quote: "through the deck and held" },
    ];
    const at = page.indexOf("deck");
    const review = await plantedReview({ "m.md": page }, items, [
      { name: "small", strategy: "fixed", size: at, overlap: 0 },
      { name: "large", strategy: "fixed", size: 200, overlap: 0 },
    ]);
    const found = missOf(review, "q", "small")?.miss;
    assert.equal(found?.reason, "cut");
    assert.deepEqual(found.cut, { at, through: "paragraph", in_quote: true, chunks: 2 });
    assert.deepEqual(found.hit_by, ["large"]);
    assert.equal(missOf(review, "q", "large"), undefined, "the control is found");
  });

  it("is told apart where the first chunks together cover a procedure", async () => {
    const page =
      "# Anchor\n\n## Drop\n\nLower the anchor slowly.\n\n## Set\n\nReverse until the anchor bites.\n\n## Rest\n\nNothing more.\n";
    const other = page.replaceAll("anchor bites", "flukes hold");
    const steps = (last: string) => ["Lower the anchor slowly.", last];
    const items = [
      {
        id: "covered",
        question: "anchor",
        url: "a.md",
        answer_quotes: steps("Reverse until the anchor bites."),
      },
      { id: "cut", question: "anchor", url: "b.md", answer_quotes: steps("Reverse until the flukes hold.") },
    ];
    const review = await plantedReview({ "a.md": page, "b.md": other }, items, [
      { name: "heading", strategy: "heading", max_chars: 200 },
    ]);
    assert.equal(missOf(review, "covered")?.miss.reason, "covered");
    assert.equal(missOf(review, "cut")?.miss.reason, "cut", "its second step has no word of the question");
    assert.equal(missOf(review, "cut")?.miss.cut?.through, "between_blocks");
  });

  it("is dilution where the paragraph alone would be found, and not where it wouldn't", async () => {
    const pages = {
      "long.md": `# Harbour\n\n${filler(30)}\n\nThe lock opens at noon.\n\n${filler(30)}\n`,
      "short.md":
        "# Canal\n\nA chamber lifts the boat, and nobody knows who was the first to call such a thing a lock.\n",
    };
    const items = [
      {
        id: "diluted",
        question: "lock opens lifts",
        url: "long.md",
        answer_quote: "The lock opens at noon.",
      },
      { id: "foreign", question: "chamber lifts", url: "long.md", answer_quote: "The lock opens at noon." },
    ];
    const review = await plantedReview(pages, items, [
      { name: "heading", strategy: "heading", max_chars: 9000 },
    ]);
    const diluted = missOf(review, "diluted")?.miss;
    assert.equal(diluted?.reason, "diluted");
    assert.equal(diluted.rank, 2);
    assert.equal(diluted.top[0].page, "short.md", "what stood above it");
    assert.deepEqual(
      diluted.tried.find(({ kind }) => kind === "paragraph"),
      { kind: "paragraph", rank: 1, found: true },
    );
    assert.equal(missOf(review, "foreign")?.miss.reason, "retrieval", "nothing that was tried finds it");
  });

  it("is dilution where the holder cut down to its own section would be found", async () => {
    const pages = {
      "many.md": `# Ropes\n\n${filler(20)}\n\n## Halyard\n\nThe halyard lifts the sail. It is white.\n\nCoil the rest.\n`,
      "one.md":
        "# Colours\n\nThe halyard of the other ship is red or green or blue, as the owner of it likes.\n",
    };
    const items = [{ id: "q", question: "halyard coil red", url: "many.md", answer_quote: "It is white." }];
    const review = await plantedReview(pages, items, [
      { name: "whole", strategy: "fixed", size: 5000, overlap: 0 },
    ]);
    const found = missOf(review, "q")?.miss;
    assert.equal(found?.reason, "diluted");
    const helped = found.tried.filter((each) => each.found);
    assert.deepEqual(
      helped.map(({ kind }) => kind),
      ["own_section"],
    );
  });

  const deck = {
    "deck.md": `# Bilge pump\n\n## Care\n\nClean the strainer every month.\n`,
    "engine.md":
      "# Engine\n\n## Care\n\nThe pump and the strainer of the engine want oil, now and then, and care.\n",
  };
  const care = {
    id: "q",
    question: "bilge strainer",
    url: "deck.md",
    answer_quote: "Clean the strainer every month.",
  };

  it("is lacking context where the heading path would make it found", async () => {
    const pages = { ...deck, "rival.md": "# Words\n\nBilge: water below.\n" };
    const arms = [
      { name: "bare", strategy: "heading", max_chars: 60 },
      { name: "with path", strategy: "heading", max_chars: 60, path: "breadcrumb" },
    ];
    const review = await plantedReview(pages, [care], arms);
    const found = missOf(review, "q", "bare")?.miss;
    assert.equal(found?.reason, "lacking_context");
    assert.equal(found.tried.find(({ kind }) => kind === "with_path")?.found, true);
    assert.equal(missOf(review, "q", "with path"), undefined, "the control is found");
  });

  it("is lacking context where the chunk next to it would have to be with it", async () => {
    const pages = {
      "a.md": "Hoist the spinnaker after the gun.\n\nIt takes four hands.\n",
      "b.md": "Four hands keep watch at night on every long passage across the sea.\n",
    };
    const items = [
      { id: "q", question: "spinnaker hands", url: "a.md", answer_quote: "It takes four hands." },
    ];
    const review = await plantedReview(pages, items, [{ name: "p", strategy: "paragraph", max_chars: 40 }]);
    const found = missOf(review, "q")?.miss;
    assert.equal(found?.reason, "lacking_context");
    assert.deepEqual(
      found.tried.filter(({ found }) => found).map(({ kind }) => kind),
      ["merged_before"],
    );
  });

  it("is a cut at no place where the answer lies outside of what is chunked", async () => {
    const page = "---\ntitle: Rudder\nmade: of oak\n---\n\n# Rudder\n\nIt steers.\n";
    const items = [{ id: "q", question: "rudder", url: "r.md", answer_quote: "made: of oak" }];
    const review = await plantedReview({ "r.md": page }, items, [
      { name: "heading", strategy: "heading", max_chars: 200 },
    ]);
    const found = missOf(review, "q")?.miss;
    assert.deepEqual([found?.reason, found?.cut, found?.holder], ["cut", null, null]);
  });

  it("counts the length of what is tried at equal context", async () => {
    const pages = {
      "a.md": `${filler(4)} Keel bolts are bronze.\n`,
      "b.md": `# Keel\n\nKeel bolts and keel bolts.\n`,
    };
    const items = [{ id: "q", question: "keel bolts", url: "a.md", answer_quote: "Keel bolts are bronze." }];
    const arms = [{ name: "whole", strategy: "fixed", size: 5000, overlap: 0 }];
    const room = await plantedReview(pages, items, arms, { metric: "hit@300c" });
    assert.equal(missOf(room, "q"), undefined);
    const tight = await plantedReview(pages, items, arms, { metric: "hit@60c" });
    assert.equal(
      missOf(tight, "q")?.miss.reason,
      "retrieval",
      "the paragraph is too long for the budget as well",
    );
  });
});

describe("the parts of a loss", () => {
  const word = fc.constantFrom("keel", "mast", "sail", "rope", "deck", "hull", "anchor", "oar");
  const sentence = fc.array(word, { minLength: 2, maxLength: 8 }).map((words) => `${words.join(" ")}.`);
  const page = fc.array(fc.tuple(word, fc.array(sentence, { minLength: 1, maxLength: 4 })), {
    minLength: 1,
    maxLength: 4,
  });

  it("are those of the study's own BM25", async () => {
    const pages = {
      "short.md": "# Tide\n\nThe ebb runs fast.\n",
      "long.md": `# Log\n\nebb ebb ebb\n\n${filler(20)}\n`,
    };
    const items = [{ id: "q", question: "ebb", url: "long.md", answer_quote: "ebb ebb ebb" }];
    const whole = [{ name: "whole", strategy: "heading", max_chars: 9000 }];
    const byLength = await plantedReview(pages, items, whole);
    assert.equal(missOf(byLength, "q")?.miss.rank, 2);
    const whateverTheLength = await plantedReview(pages, items, whole, { bm25: { b: 0 } });
    assert.equal(
      missOf(whateverTheLength, "q"),
      undefined,
      "three times beats once where length doesn't count",
    );
  });

  it("add up to 1 − score for every arm, whatever the pages and questions", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(page, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("hit@1", "hit@2", "hit@40c", "hit@120c"),
        fc.constantFrom({}, { k1: 3, b: 0 }, { b: 1, tokens: "ascii" as const }),
        async (plans, asked, metric, bm25) => {
          const texts = plans.map((plan) =>
            plan.map(([title, lines]) => `# ${title}\n\n${lines.join(" ")}`).join("\n\n"),
          );
          const pages = Object.fromEntries(texts.map((text, i) => [`${i}.md`, text]));
          const items = asked.map((words, i) => {
            const [, lines] = plans[i % plans.length][0];
            return {
              id: `q${i}`,
              question: words.join(" "),
              url: `${i % plans.length}.md`,
              answer_quote: lines[0],
            };
          });
          const run = await plantedRun(pages, items, arms, { metric, bm25 });
          const { losses, misses } = await findMisses(run);
          for (const { name } of run.inputs.arms) {
            const row = losses.find(({ arm }) => arm === name);
            const values = run.pipeline.scores.filter(({ arm }) => arm === name).map(({ value }) => value);
            assert.ok(row !== undefined);
            assert.equal(row.missed, values.filter((value) => value === 0).length);
            assert.equal(row.n, values.length);
            assert.equal(
              reasons.reduce((sum, reason) => sum + row[reason], 0),
              row.missed,
            );
            assert.equal(misses.filter(({ arm }) => arm.name === name).length, row.missed);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
  const arms = [
    { name: "fixed", strategy: "fixed", size: 30, overlap: 5 },
    { name: "heading", strategy: "heading", max_chars: 60 },
    { name: "paragraph", strategy: "paragraph", max_chars: 90, path: "breadcrumb" },
  ];
});
