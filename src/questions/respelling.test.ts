import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { locateRespelt } from "./respelling.js";

/** The texts of a page that are the quote in another spelling. */
function respelt(markdown: string, quote: string): string[] {
  return locateRespelt({ url: "p.md", markdown }, quote).map(({ start, end }) => markdown.slice(start, end));
}

describe("locateRespelt", () => {
  const same: readonly [string, string, string, string][] = [
    [
      "emphasis",
      "Never *ever* open the lid.",
      "Never **ever** open the lid.",
      "Never **ever** open the lid.",
    ],
    ["marks at the ends", "open the lid", "You **open the lid** last.", "**open the lid**"],
    ["inline code", "Set `cone` to nine.", "Set cone to nine.", "Set cone to nine."],
    [
      "a link",
      "See the table of cones.",
      "See [the table](a.md#cones) of cones.",
      "See [the table](a.md#cones) of cones.",
    ],
    ["quotation marks", `call it "done"`, "We call it “done” then.", "call it “done”"],
    [
      "dashes",
      "wait ten – or twenty – minutes",
      "wait ten - or twenty - minutes",
      "wait ten - or twenty - minutes",
    ],
    ["a full stop", "Wait ten minutes.", "Wait ten minutes!", "Wait ten minutes!"],
    ["a comma", "Wait, then load it.", "Wait then load it.", "Wait then load it."],
    ["white space within code", "{cone: 9}", "fire({ cone: 9 })", "{ cone: 9 }"],
    ["a table's padding", "| shino | 9 |", "|shino|9|", "|shino|9|"],
    ["an escape", "a_b is a name", "a\\_b is a name", "a\\_b is a name"],
    ["an ellipsis", "and so on...", "and so on…", "and so on…"],
    ["letter case", "WAIT TEN minutes", "*wait* ten minutes", "*wait* ten minutes"],
  ];
  for (const [what, quote, markdown, expected] of same)
    it(`looks through ${what}`, () => assert.deepEqual(respelt(markdown, quote), [expected]));

  const others: readonly [string, string, string][] = [
    ["a negation", "a === b", "a !== b"],
    ["a decimal point", "fire at 1.5", "fire at 15"],
    ["a sign", "lower than <= 5", "lower than >= 5"],
    ["another word", "Wait ten minutes.", "Wait nine minutes."],
    ["a part of a word", "open", "reopening"],
    ["a name in code", "max_chars", "maxchars"],
    ["an or", "a || b", "a b"],
  ];
  for (const [what, quote, markdown] of others)
    it(`doesn't look through ${what}`, () => assert.deepEqual(respelt(markdown, quote), []));

  it("finds every place, and nothing for marks alone", () => {
    assert.deepEqual(respelt("*Wait.* Then wait!", "wait"), ["*Wait", "wait"]);
    assert.deepEqual(respelt("a ** b", "**"), []);
    assert.deepEqual(respelt("", "wait"), []);
  });
});
