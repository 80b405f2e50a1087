import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { splitUnits } from "../chunking/index.js";
import { type ParsedPage, parsePage } from "../markdown/index.js";
import { type Advice, adviseOn } from "./advice.js";
import { locateTestSet, type Problem, parseTestSet, starterQuestion, type TestItem } from "./index.js";

const unitsOf = (page: ParsedPage) => splitUnits(page, { max_chars: Number.POSITIVE_INFINITY });

function page(url: string, ...blocks: string[]): ParsedPage {
  return parsePage({ url, markdown: `${blocks.join("\n\n")}\n` });
}

/** What is advised, without what is said of types: small sets have few of each. */
function advised(items: readonly TestItem[], pages: readonly ParsedPage[]): Advice[] {
  const { questions, problems } = locateTestSet(items, pages);
  assert.deepEqual(
    problems.filter(({ severity }) => severity === "error"),
    [],
  );
  return adviseOn(questions, pages, unitsOf).filter(({ kind }) => kind !== "thin_type");
}

function kinds(items: readonly TestItem[], pages: readonly ParsedPage[]): string[] {
  return advised(items, pages).map(({ item, kind }) => `${item} ${kind}`);
}

const asked = (answer_quote: string, more: Partial<TestItem> = {}): TestItem => {
  return {
    id: "q",
    question: "unrelated words altogether",
    url: "a.md",
    type: "concept",
    answer_quote,
    ...more,
  };
};

describe("quoteAdvice", () => {
  const pump = page(
    "a.md",
    "# Pump",
    "The pump starts. It then fills the tank.\nIt stops by itself. Nobody has to watch.",
    "- Open the valve. Wait. Close it. Wait again.\n- Drain the tank.",
    "| part | life |\n|---|---|\n| seal | two years |\n| belt | one year |",
    "```sh\npump --start\npump --stop\n```",
    `${"A very long sentence ".repeat(16)}ends.`,
  );

  it("counts the sentences that a quote in a paragraph touches", () => {
    assert.deepEqual(kinds([asked("The pump starts. It then fills the tank.")], [pump]), []);
    assert.deepEqual(kinds([asked("pump starts. It then fills the tank. It stops")], [pump]), [
      "q long_quote",
    ]);
  });

  it("takes an item, a row or a code block whole, however many sentences it has", () => {
    assert.deepEqual(kinds([asked("Open the valve. Wait. Close it. Wait again.")], [pump]), []);
    assert.deepEqual(kinds([asked("| seal | two years |")], [pump]), []);
    assert.deepEqual(kinds([asked("pump --start\npump --stop")], [pump]), []);
  });

  it("finds more than 300 characters, and fewer than 12", () => {
    assert.deepEqual(kinds([asked(`${"A very long sentence ".repeat(16)}ends.`)], [pump]), ["q long_quote"]);
    assert.deepEqual(kinds([asked("fills the ta")], [pump]), []);
    assert.deepEqual(kinds([asked("fills the t")], [pump]), ["q short_quote"]);
  });

  it("finds a quote that runs from a block into the next, from an item or a row into the next", () => {
    assert.deepEqual(kinds([asked("Nobody has to watch. - Open the valve.")], [pump]), ["q spans_blocks"]);
    assert.deepEqual(kinds([asked("Wait again. - Drain the tank.")], [pump]), ["q spans_blocks"]);
    assert.deepEqual(kinds([asked("| seal | two years | | belt | one year |")], [pump]), ["q spans_blocks"]);
  });

  it("is content where one occurrence lies within a block", () => {
    const twice = page("a.md", "Open the\nvalve now", "and then", "open the", "valve now");
    assert.deepEqual(kinds([asked("open the valve now")], [twice]), []);
  });

  it("leaves a procedure's several quotes alone, but not its only one", () => {
    const quotes = { answer_quotes: ["The pump", "Wait again. - Drain the tank."] };
    const { answer_quote: _, ...procedure } = asked("", { type: "procedure" });
    assert.deepEqual(kinds([{ ...procedure, ...quotes }], [pump]), []);
    assert.deepEqual(kinds([{ ...procedure, ...quotes, type: "concept" }], [pump]), [
      "q short_quote",
      "q spans_blocks",
    ]);
    assert.deepEqual(kinds([asked("The pump", { type: "procedure" })], [pump]), ["q short_quote"]);
  });

  it("looks at the other places too", () => {
    const other = asked("It then fills the tank.", { also: [{ url: "a.md", answer_quote: "The pump" }] });
    assert.deepEqual(kinds([other], [pump]), ["q short_quote"]);
  });
});

describe("headingAdvice", () => {
  const docs = page(
    "a.md",
    "# Pump",
    "Intro, long enough.",
    "## How to drain the tank safely",
    "Open the lower valve.",
  );
  const copies = (question: string): boolean =>
    kinds([asked("Open the lower valve.", { question })], [docs]).includes("q copies_heading");

  it("finds a title's words in a row, where they are most of the question", () => {
    assert.ok(copies("Please tell me how to drain the tank safely"));
    assert.ok(
      !copies("After the winter, with frozen pipes and two broken seals, how to drain the tank safely?"),
    );
  });

  it("finds a question whose words are nearly all the title's, in any order", () => {
    assert.ok(copies("Safely drain tank?"));
    assert.ok(copies("The tank: how do I drain it?"));
    assert.ok(!copies("How do I drain a tank when its lower valve is stuck?"));
    assert.ok(!copies("Pump?"));
  });
});

describe("duplicateAdvice", () => {
  const docs = page("a.md", "Open the lower valve.", "Close the upper valve.");
  const areDuplicates = (first: string, second: string): boolean =>
    kinds(
      [
        asked("Open the lower valve.", { id: "q1", question: first }),
        asked("Close the upper valve.", { id: "q2", question: second }),
      ],
      [docs],
    ).includes("q2 near_duplicate");

  it("finds a question asked again in other small words, order and number", () => {
    assert.ok(areDuplicates("What is the default keep-alive timeout?", "keep-alive timeout default"));
    assert.ok(
      areDuplicates(
        "How do I retry failed requests with an undici client?",
        "How can a failed request be retry'd by the undici clients?",
      ),
    );
    assert.ok(areDuplicates("What is it?", "what is it"));
  });

  it("leaves questions of one pattern alone", () => {
    assert.ok(
      !areDuplicates("What is the default of headersTimeout?", "What is the default of bodyTimeout?"),
    );
    assert.ok(
      !areDuplicates(
        "Which error does undici raise when the body takes too long?",
        "Which error does undici raise when the headers take too long?",
      ),
    );
    assert.ok(!areDuplicates("What is it?", "How is that?"));
  });

  it("names each later question once, with the one it is most like", () => {
    const found = advised(
      [
        asked("Open the lower valve.", { id: "q1", question: "drain upper tank valve seal" }),
        asked("Open the lower valve.", { id: "q2", question: "drain upper tank valve seal pump" }),
        asked("Open the lower valve.", { id: "q3", question: "drain upper tank valve seal pump" }),
      ],
      [docs],
    );
    assert.deepEqual(
      found.map(({ item, what }) => [item, /what (q\d) asks/.exec(what)?.[1]]),
      [
        ["q2", "q1"],
        ["q3", "q2"],
      ],
    );
  });
});

describe("advice on a set", () => {
  const pages = Array.from({ length: 12 }, (_, i) =>
    page(`p${i}.md`, ...Array.from({ length: 5 }, (_, j) => `Fact ${i}-${j} is written here.`)),
  );
  const item = (p: number, q: number, type = "concept"): TestItem => {
    return {
      id: `q${p}-${q}`,
      question: `unique${p}x${q} word${p}x${q}`,
      url: `p${p}.md`,
      type,
      answer_quote: `Fact ${p}-${q} is written here.`,
    };
  };
  const adviceOn = (items: readonly TestItem[], types?: readonly string[]): string[] =>
    adviseOn(locateTestSet(items, pages).questions, pages, unitsOf, types).map(({ kind, what }) => {
      return `${kind} ${/^type "(\w+)" has (\d+)|^(p\d+\.md) has (\d+)/.exec(what)?.slice(1).join("")}`;
    });

  it("finds a page with more than a tenth of the questions, and at least four", () => {
    const spread = pages.flatMap((_, p) => [0, 1, 2].map((q) => item(p, q)));
    assert.deepEqual(adviceOn(spread), []);
    assert.deepEqual(adviceOn([...spread, item(3, 3)]), ["dominant_page p3.md4"]);
    const wide = [...spread, ...[0, 1].map((p) => item(p, 3)), ...[0, 1].map((p) => item(p, 4)), item(2, 3)];
    assert.deepEqual(adviceOn(wide), ["dominant_page p0.md5", "dominant_page p1.md5"]);
  });

  it("finds a type with fewer than twenty questions, a declared one without any too", () => {
    const twenty = pages.slice(0, 10).flatMap((_, p) => [0, 1].map((q) => item(p, q)));
    assert.deepEqual(adviceOn(twenty), []);
    assert.deepEqual(adviceOn(twenty.slice(1)), ["thin_type concept19"]);
    assert.deepEqual(adviceOn(twenty, ["concept", "code"]), ["thin_type code0"]);
  });
});

describe("a set with ten planted faults of ten kinds", () => {
  const pages = Array.from({ length: 30 }, (_, i) =>
    page(
      `page${i}.md`,
      `# Notes number${i}`,
      `The gauge${i} shows value${i} by default. It is read twice.`,
      "## Replacing a worn belt",
      `First paragraph about belt${i} ends here.`,
      `Second paragraph about belt${i} ends here.`,
      "Repeated remark on every page.",
      "Repeated remark on every page.",
      `${`Endless text${i} that goes on `.repeat(14)}stops.`,
    ),
  );
  const sound = pages.slice(0, 24).map((_, i): TestItem => {
    return {
      id: `s${i}`,
      question: `reading${i} before anything was set${i}`,
      url: `page${i}.md`,
      type: "single_fact",
      answer_quote: `The gauge${i} shows value${i} by default.`,
    };
  });
  const planted = (n: number, more: object): object => {
    return {
      id: `f${n}`,
      question: `faulty${n} thing${n}`,
      url: `page${n}.md`,
      type: "single_fact",
      answer_quote: `The gauge${n} shows value${n} by default.`,
      ...more,
    };
  };
  const faults = [
    {
      item: planted(20, { url: "page99.md" }),
      severity: "error",
      says: /is not a page of the corpus; .*urls such as page0\.md/,
    },
    {
      item: planted(21, { answer_quote: "The gauge21 shows value21 by defualt." }),
      severity: "error",
      says: /not on page21\.md/,
      closest: "The gauge21 shows value21 by default",
    },
    { item: planted(22, { id: "s3" }), id: "s3", severity: "error", says: /give this one another/ },
    { item: planted(23, { question: " " }), severity: "error", says: /question: .*is empty/ },
    {
      item: planted(24, { answer_quote: "Repeated remark on every page." }),
      severity: "warning",
      says: /occurs 2 times .*any of them will count/,
    },
    {
      item: planted(25, { answer_quote: `${"Endless text25 that goes on ".repeat(14)}stops.` }),
      severity: "warning",
      says: /characters long; keep the one or two sentences/,
    },
    {
      item: planted(26, { answer_quote: "gauge26" }),
      severity: "warning",
      says: /only 7 characters; quote the whole/,
    },
    {
      item: planted(27, { answer_quote: "belt27 ends here. Second paragraph" }),
      severity: "warning",
      says: /runs over 2 blocks .*quote inside one/,
    },
    {
      item: planted(28, { question: "Replacing a worn belt" }),
      severity: "warning",
      says: /copies the heading .*ask as someone would/,
    },
    {
      item: planted(29, { question: "reading7, set7, before anything was" }),
      severity: "warning",
      says: /seems to ask what s7 asks.*keep one/,
    },
  ];

  it("is answered with exactly those ten, each with what to do", () => {
    const { items, problems } = parseTestSet([...sound, ...faults.map(({ item }) => item)]);
    const located = locateTestSet(items, pages);
    const all: Problem[] = [
      ...problems,
      ...located.problems,
      ...adviseOn(located.questions, pages, unitsOf, ["single_fact"]),
    ];
    assert.deepEqual(
      all.map(({ item, severity }) => `${severity} ${item}`).sort(),
      faults.map(({ item, id, severity }) => `${severity} ${id ?? (item as { id: string }).id}`).sort(),
    );
    for (const { item, id, says, closest } of faults) {
      const found = all.find((problem) => problem.item === (id ?? (item as { id: string }).id));
      assert.match(found?.what ?? "", says);
      if (closest !== undefined) assert.equal(found?.closest?.startsWith(closest), true);
    }
  });

  it("passes over a starter's questions", () => {
    const started = sound.slice(0, 3).map((item) => ({ ...item, question: starterQuestion }));
    assert.deepEqual(adviseOn(locateTestSet(started, pages).questions, pages, unitsOf), []);
  });

  it("has nothing to say of the sound ones", () => {
    const located = locateTestSet(sound, pages);
    assert.deepEqual([...located.problems, ...adviseOn(located.questions, pages, unitsOf)], []);
  });
});
