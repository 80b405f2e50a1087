import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Parameters } from "../chunking/index.js";
import { findMisses } from "./find-misses.js";
import { missOf, type PlantedItem, plantedReview, plantedRun } from "./planted.js";
import { suggestTags } from "./suggest-tags.js";
import type { Tag } from "./tag.js";
import { tagCases } from "./tag-cases.js";

/** A rival that every question finds first: it has the question's words, and nothing else. */
const rival = (...words: string[]): string => `${words.join(" ")}.\n`;
const filler = (n: number): string =>
  Array.from({ length: n }, (_, i) => `Sailors of watch ${i} mend nets and paint hulls.`).join(" ");

interface Planted {
  readonly tag: Tag;
  readonly pages: Readonly<Record<string, string>>;
  readonly item: Omit<PlantedItem, "id">;
  readonly arm: object;
  readonly evidence: RegExp;
  /** The same with one thing changed, which is missed as well, and hasn't the tag. */
  readonly control: Partial<Pick<Planted, "pages" | "item" | "arm">>;
}

const whole = { name: "whole", strategy: "heading", max_chars: 5000 };
const askRope = { question: "rope colour", url: "a.md", answer_quote: "It is tarred." };
const withRival = (page: string): Record<string, string> => ({
  "a.md": page,
  "z.md": rival("rope", "colour"),
});

const planted: readonly Planted[] = [
  {
    tag: "giant_section",
    pages: withRival(`# Rope\n\n${filler(10)}\n\nIt is tarred.\n\n${filler(10)}\n`),
    item: askRope,
    arm: { ...whole, max_chars: 400 },
    evidence: /^"Rope": \d+ characters, max_chars 400$/,
    control: { arm: whole },
  },
  {
    tag: "tiny_section",
    pages: withRival("# Rope\n\nIt is tarred.\n"),
    item: askRope,
    arm: whole,
    evidence: /^"Rope": 21 characters$/,
    control: { pages: withRival(`# Rope\n\nIt is tarred. ${filler(6)}\n`) },
  },
  {
    tag: "vague_heading",
    pages: withRival(`# Rope\n\n## More options\n\nIt is tarred. ${filler(6)}\n`),
    item: askRope,
    arm: whole,
    evidence: /^"More options"$/,
    control: { pages: withRival(`# Rope\n\n## Tar options\n\nIt is tarred. ${filler(6)}\n`) },
  },
  {
    tag: "vague_heading",
    pages: withRival(`# Sail\n\n## Notes\n\nIt is tarred. ${filler(6)}\n`),
    item: askRope,
    arm: whole,
    evidence: /^"Notes"$/,
    control: { arm: { ...whole, path: "breadcrumb" } },
  },
  {
    tag: "fake_heading",
    pages: withRival(`# Ship\n\n${filler(6)}\n\n**Tar and rope:**\n\nIt is tarred.\n`),
    item: askRope,
    arm: whole,
    evidence: /^bold "Tar and rope" at \d+, 1 in the section above$/,
    control: {
      pages: withRival(`# Ship\n\n${filler(6)}\n\n**Tar and rope** are sold here.\n\nIt is tarred.\n`),
    },
  },
  {
    tag: "broken_procedure",
    pages: {
      "a.md": "# Reef\n\n1. Ease the sheet a little.\n2. Lower the halyard a bit.\n3. Tie the reef knots.\n",
    },
    item: {
      question: "reef",
      url: "a.md",
      answer_quotes: ["Ease the sheet a little.", "Tie the reef knots."],
    },
    arm: { name: "small", strategy: "heading", max_chars: 60 },
    evidence: /^cut at \d+, after step 1 of 3$/,
    control: {
      pages: {
        "a.md":
          "# Reef\n\nEase the sheet a little.\n\nLower the halyard a bit, for now.\n\nTie the reef knots.\n",
      },
    },
  },
  {
    tag: "broken_procedure",
    pages: {
      "a.md": "# Reef\n\n- Ease the sheet a little.\n\n```sh\nwinch --ease\n```\n\n- Tie the reef knots.\n",
    },
    item: {
      question: "reef",
      url: "a.md",
      answer_quotes: ["Ease the sheet a little.", "Tie the reef knots."],
    },
    arm: { name: "small", strategy: "heading", max_chars: 40 },
    evidence: /^cut at \d+, between two lists of steps$/,
    control: {
      item: { question: "reef", url: "a.md", answer_quotes: ["Ease the sheet a little.", "winch --ease"] },
    },
  },
  {
    tag: "merged_sections",
    pages: withRival(`# Rope\n\nIt is tarred.\n\n## Sail\n\n${filler(3)}\n`),
    item: askRope,
    arm: { name: "blind", strategy: "fixed", size: 5000, overlap: 0 },
    evidence: /^2 sections in the chunk: "Rope", "Sail"$/,
    control: { arm: whole },
  },
  {
    tag: "lost_context",
    pages: withRival(`# Rope store\n\n${filler(4)}\n\nIt is tarred. ${filler(2)}\n`),
    item: askRope,
    arm: { ...whole, max_chars: 200 },
    evidence: /^rope: in the path Rope store, not in the chunk$/,
    control: { pages: withRival(`# Cable store\n\n${filler(4)}\n\nIt is tarred. ${filler(2)}\n`) },
  },
  {
    tag: "duplicate_text",
    pages: withRival(`# Rope\n\n${filler(8)}\n\nIt is tarred.\n`),
    item: askRope,
    arm: whole,
    evidence: /^z\.md::0 holds the quote as well$/,
    control: {},
  },
  {
    tag: "duplicate_text",
    pages: {
      "a.md":
        "# Rope\n\nThe rope of the barge is tarred twice a year and dried in the sun for a whole long week, then coiled, hung on a hook by the door of the loft, and left alone until the first week of summer.\n",
      "z.md":
        "# Rope colour\n\nThe rope of the barge is tarred twice a year and dried in the sun for a whole long week, then coiled, hung on a hook by the door of the loft, and left alone until the first week of spring.\n",
    },
    item: { question: "rope colour", url: "a.md", answer_quote: "week of summer" },
    arm: whole,
    evidence: /^z\.md::0 shares [89]\d % of its wording$/,
    control: {},
  },
  {
    tag: "doubtful_question",
    pages: { "a.md": "# Rope\n\nIt is tarred.\n", "z.md": rival("rope", "colour") },
    item: { question: "colour chart", url: "a.md", answer_quote: "It is tarred." },
    arm: whole,
    evidence: /^no arm and no retriever finds it, not even by the paragraph alone$/,
    control: {
      pages: withRival(`# Rope\n\n${filler(30)}\n\nIt is tarred.\n`),
      item: { question: "is tarred colour", url: "a.md", answer_quote: "It is tarred." },
    },
  },
];

/** What makes the two pairs about duplicates differ from their controls. */
const twins: Readonly<Record<number, readonly [Record<string, string>, Record<string, string>]>> = {
  9: [{ "z.md": "Rope colour. It is tarred.\n" }, { "z.md": "Rope colour. It is bare.\n" }],
  10: [{}, { "z.md": "# Rope colour\n\nThe rope of the barge is red.\n" }],
};

describe("a tag is suggested where it is planted, with its evidence, and not on its control", () => {
  planted.forEach(({ control, ...given }, i) => {
    const name = `${given.tag} ${planted.slice(0, i).filter(({ tag }) => tag === given.tag).length + 1}`;
    it(name, async () => {
      const [there, gone] = twins[i] ?? [{}, {}];
      const found = await suggestionsOf({ ...given, pages: { ...given.pages, ...there } });
      assert.match(found.get(given.tag) ?? "", given.evidence);
      const changed = { ...given, ...control };
      const without = await suggestionsOf({ ...changed, pages: { ...changed.pages, ...gone } });
      assert.equal(without.get(given.tag), undefined);
    });
  });

  async function suggestionsOf({ pages, item, arm }: Omit<Planted, "control">): Promise<Map<string, string>> {
    const review = await plantedReview(pages, [{ id: "q", ...item }], [arm]);
    const tagged = missOf(review, "q");
    assert.ok(tagged !== undefined, "both are missed");
    return new Map(tagged.suggestions.map(({ tag, evidence }) => [tag, evidence]));
  }
});

describe("tags that need more than the pages", () => {
  const arms = [
    { name: "small", strategy: "heading", max_chars: 30 },
    { name: "large", strategy: "heading", max_chars: 500 },
  ];
  const pages = { "a.md": "# Rope\n\nAll of the rope is tarred twice.\n" };
  const items = [{ id: "q", question: "rope", url: "a.md", answer_quote: "of the rope is tarred twice" }];

  it("truncated_text: the answer ends beyond what is read; not for BM25, and not where it is read", async () => {
    const run = await plantedRun(withRival("# Rope\n\nIt is tarred.\n"), [{ id: "q", ...askRope }], [whole]);
    const [tagCase] = await tagCases((await findMisses(run)).misses, run);
    const evidence = (retriever: "bm25" | "dense", needed: number): string | undefined =>
      suggestTags({
        ...tagCase,
        miss: { ...tagCase.miss, retriever },
        tokens: { read: 512, needed },
      }).find(({ tag }) => tag === "truncated_text")?.evidence;
    assert.equal(evidence("dense", 513), "the answer ends at token 513, 512 are read");
    assert.equal(evidence("dense", 512), undefined);
    assert.equal(evidence("bm25", 513), undefined);
  });

  it("giant_section: not of a section that bold headings divide, where the arm knows them", async () => {
    const page = `# Rope\n\n**Hemp**\n\n${filler(10)}\n\n**Tar**\n\nIt is tarred. ${filler(2)}\n`;
    const given = [withRival(page), [{ id: "q", ...askRope }]] as const;
    const isGiant = async (bold_headings: boolean): Promise<boolean | undefined> => {
      const review = await plantedReview(...given, [{ ...whole, max_chars: 400, bold_headings }]);
      return missOf(review, "q")?.suggestions.some(({ tag }) => tag === "giant_section");
    };
    assert.equal(await isGiant(false), true);
    assert.equal(await isGiant(true), false);
  });

  it("setting_sensitive: an arm that differs in break_pct alone finds it", async () => {
    const run = await plantedRun(pages, items, arms);
    const { misses } = await findMisses(run);
    const tagged = async (...settings: Parameters[]): Promise<string | undefined> => {
      const changed = run.inputs.arms.map((arm, i) => ({ ...arm, parameters: settings[i] }));
      const inputs = { ...run.inputs, arms: changed };
      const [first] = await tagCases([{ ...misses[0], arm: changed[0] }], { ...run, inputs });
      return suggestTags(first).find(({ tag }) => tag === "setting_sensitive")?.evidence;
    };
    const max_chars = 500;
    assert.equal(
      await tagged({ break_pct: 0.2, max_chars }, { break_pct: 0.4, max_chars }),
      "found by large",
    );
    assert.equal(await tagged({ break_pct: 0.2, max_chars }, { break_pct: 0.4, max_chars: 800 }), undefined);
    assert.equal(await tagged({ break_pct: 0.2, max_chars }, { break_pct: 0.2, max_chars }), undefined);
    assert.equal(await tagged({ max_chars }, { max_chars }), undefined);
  });

  it("setting_sensitive: of settings that were swept, those that find it", async () => {
    const run = await plantedRun(pages, items, arms);
    const { misses } = await findMisses(run);
    const [swept] = await tagCases(misses, run, () => ["break_pct 0.1"]);
    assert.equal(
      suggestTags(swept).find(({ tag }) => tag === "setting_sensitive")?.evidence,
      "found by break_pct 0.1",
    );
    const [unknown] = await tagCases(misses, run, () => null);
    assert.ok(!suggestTags(unknown).some(({ tag }) => tag === "setting_sensitive"));
  });

  it("doubtful_question: not where a retriever finds it that misses nothing", async () => {
    const { inputs, pipeline } = await plantedRun(pages, items, arms);
    const { misses } = await findMisses({ studyFolder: ".", inputs, pipeline, onEvent: () => {} });
    const lost = [{ ...misses[0], tried: [] }];
    const alone = { chunkedArms: () => [null], queries: [], texts: null } as unknown as typeof pipeline;
    const config = { ...inputs.config, retrievers: ["bm25" as const, "dense" as const] };
    const embedder = { ...config.embedder, long_texts: "mean_of_windows" as const };
    const run = { inputs: { ...inputs, config: { ...config, embedder } }, pipeline: alone };
    const [only] = await tagCases(lost, run);
    assert.ok(!suggestTags(only).some(({ tag }) => tag === "doubtful_question"), "dense misses nothing");
  });

  it("doubtful_question: not of a question that another setting finds", async () => {
    const { inputs, pipeline } = await plantedRun(pages, items, arms);
    const { misses } = await findMisses({ studyFolder: ".", inputs, pipeline, onEvent: () => {} });
    // As if this were the only arm, and not even the paragraph alone were found.
    const lost = [{ ...misses[0], tried: misses[0].tried.map((each) => ({ ...each, found: false })) }];
    const alone = { chunkedArms: () => [null], queries: null, texts: null } as unknown as typeof pipeline;
    const isDoubtful = async (hits: readonly string[] | null): Promise<boolean> => {
      const [only] = await tagCases(lost, { inputs, pipeline: alone }, () => hits);
      return suggestTags(only).some(({ tag }) => tag === "doubtful_question");
    };
    assert.equal(await isDoubtful(null), true);
    assert.equal(await isDoubtful([]), true);
    assert.equal(await isDoubtful(["break_pct 0.1"]), false);
  });
});
