import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../markdown/index.js";
import { locateTestSet } from "../questions/index.js";
import { parseStudyConfig } from "../study/index.js";
import { setReport } from "../study/set-report.js";
import { check } from "./check.js";
import { checkText } from "./check-text.js";
import { openSet, withStudy } from "./exchange-fixture.js";

const pages = ["guide/pump.md", "guide/tank.md", "api/valve.md"].map((url) =>
  parsePage({ url, markdown: `# Title\n\nThe ${url} is described here. Another sentence follows.\n` }),
);
const config = parseStudyConfig({ name: "s", corpus: { file: "corpus.json" }, types: ["fact"] });

function reportOf(...quotes: string[]) {
  const items = quotes.map((answer_quote, i) => {
    return {
      id: `q${i}`,
      question: `word${i} described`,
      url: "guide/pump.md",
      type: "fact",
      answer_quote,
    };
  });
  return setReport({ config, pages, ...locateTestSet(items, pages, config.types) });
}

describe("checkText", () => {
  it("names errors and warnings first, each with what to do, then what the set covers and detects", () => {
    const text = checkText(reportOf("The guide/pump.md is described here.", "Another sentense follows."));
    assert.equal(
      text,
      `1 error
  q1: answer_quote: "Another sentense follows." is not on guide/pump.md
    closest text there: "Another sentence follows."

1 warning
  the set: type "fact" has 1 question; write 19 more, or read its results as hints only

Questions by part of the corpus and type

       fact  all  pages used
─────  ────  ───  ──────────
guide     1    1      1 of 2
all       1    1      1 of 3

1 part of the corpus without questions

Where the quotes lie

most on one page   1 of 1, guide/pump.md
depth on the page  quartiles .13, .13, .13 (0 is its beginning, 1 its end)
in long sections   0 of 1 quotes, in sections of over 1,200 characters (levels 1 to 3): heading and hybrid differ only there

Share of a question's content words that occur

in its quote    median .50 of 1; most in q0 .50
in its heading  median .00 of 1

Smallest difference of two arms' hit rates that is detected (80 % power, tests at .05)

      questions  pages  design effect  one comparison  corrected
────  ─────────  ─────  ─────────────  ──────────────  ─────────
all           1      1           1.00            none       none
fact          1      1           1.00            none       none

two arms differ on a share of .20 of the questions (assumed, until the study has results);
questions of one page are taken to be correlated by .2; ≥: only where the arms differ on more questions than that,
all of them to one side; corrected: the first of 9 comparisons under Holm, for a type of those on every type`,
    );
  });

  it("says that there are no problems, and shows no tables of nothing", () => {
    const { problems: _, advice: __, ...report } = reportOf();
    assert.equal(checkText({ ...report, problems: [], advice: [] }), "no problems");
  });
});

describe("seamlab check", () => {
  it("ends with 1 where there are errors, and with 0 where there are only warnings", async () => {
    await withStudy(openSet, async (folder) => assert.equal(await check.run([folder], {}, signalOf()), 1));
    const [done] = JSON.parse(openSet) as unknown[];
    await withStudy(JSON.stringify([done]), async (folder) =>
      assert.equal(await check.run([folder], {}, signalOf()), 0),
    );
  });
});

function signalOf(): AbortSignal {
  return new AbortController().signal;
}
