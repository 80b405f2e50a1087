import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shortened, textWidth, wrapText } from "./text-width.js";

describe("textWidth", () => {
  it("adds the advances of DejaVu Sans, and rounds up", () => {
    assert.equal(textWidth("", 12), 0);
    assert.equal(textWidth("hit@5", 100), 294);
    assert.equal(textWidth("iii", 10), 9);
  });

  it("is wider for bold, for full-width scripts and for signs outside of the table", () => {
    assert.ok(textWidth("hit@5", 100, true) > 294);
    assert.equal(textWidth("日本", 10), 20);
    assert.equal(textWidth("†", 10), 10);
    assert.equal(textWidth("é", 10), 7);
  });
});

describe("wrapText", () => {
  it("breaks at spaces where the width is reached", () => {
    assert.deepEqual(wrapText("one two three", 60, 12), ["one two", "three"]);
    assert.deepEqual(wrapText("one two three", 1000, 12), ["one two three"]);
  });

  it("leaves a word that is too wide whole", () => {
    assert.deepEqual(wrapText("a troubleshooting b", 40, 12), ["a", "troubleshooting", "b"]);
  });
});

describe("shortened", () => {
  it("leaves what fits as it is, and ends the rest with an ellipsis inside the width", () => {
    assert.equal(shortened("heading", 100, 12), "heading");
    const cut = shortened("heading + path with more", 100, 12);
    assert.equal(cut, "heading + pat…");
    assert.ok(textWidth(cut, 12) <= 100);
  });

  it("cuts no surrogate pair", () => {
    assert.equal(shortened("😀😀😀", 25, 12), "😀…");
  });
});
