import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { armLines, armLooks, lookNotes } from "./arm-look.js";
import { eightArms, twelveArms } from "./fixtures.js";
import { textWidth } from "./text-width.js";
import { cutterLooks, ink, otherLook } from "./theme.js";

describe("armLooks", () => {
  it("has colour and shape from the cutter, and fills those with a path", () => {
    const looks = new Map(armLooks(["hybrid + path", "hybrid"], eightArms).map((look) => [look.arm, look]));
    const { color, shape } = cutterLooks.hybrid;
    assert.deepEqual([...looks.keys()], ["hybrid", "hybrid + path"], "in the study's order");
    assert.equal(looks.get("hybrid + path")?.fill, color);
    assert.equal(looks.get("hybrid")?.fill, ink.paper);
    assert.equal(looks.get("hybrid + path")?.shape, shape);
  });

  it("reads names where there is nothing else", () => {
    const [first, second, third] = armLooks(["semantic + path", "semantic", "mine"]);
    assert.deepEqual([first.cutter, first.hasPath], ["semantic", true]);
    assert.deepEqual([second.cutter, second.hasPath], ["semantic", false]);
    assert.equal(third.color, otherLook.color);
  });

  it("gives no two arms the same look", () => {
    const notes = [400, 800, 1200, 1500].map((max_chars) => ({
      arm: `heading ${max_chars}`,
      setting: `heading, max_chars ${max_chars}`,
    }));
    for (const arms of [notes, twelveArms]) {
      const looks = armLooks(
        arms.map(({ arm }) => arm),
        arms,
      ).map(({ color, fill, shape }) => [color, fill, shape].join());
      assert.equal(new Set(looks).size, arms.length);
    }
  });

  it("takes no name of Object's for a cutter", () => {
    assert.equal(armLooks(["constructor"])[0].color, otherLook.color);
  });

  it("marks arms whose texts are cut", () => {
    const looks = armLooks(["semantic", "semantic + path"], eightArms);
    assert.deepEqual(
      looks.map(({ label }) => label),
      ["semantic", "semantic + path †"],
    );
    assert.match(lookNotes(looks).join(" "), /†: more than 1 %/);
    assert.doesNotMatch(lookNotes(looks.slice(0, 1)).join(" "), /†/);
  });
});

describe("armLines", () => {
  it("has two lines at most, inside the width, and keeps the mark", () => {
    const arm = "hybrid, small sections merged, bracketed heading path, mean of windows";
    const [look] = armLooks([arm], twelveArms);
    const lines = armLines(look);
    assert.equal(lines.length, 2);
    assert.match(lines[1], /… †$/);
    for (const line of lines) assert.ok(textWidth(line, 12) <= 240, line);
    assert.deepEqual(armLines(armLooks(["heading"])[0]), ["heading"]);
  });
});
