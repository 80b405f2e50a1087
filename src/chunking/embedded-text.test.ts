import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../markdown/index.js";
import { embeddedText, embedsTitleTwice } from "./index.js";

const markdown =
  "# Guide\n\n## Options\n\nText.\n\n#### Deep\n\nMore.\n\n| k | v |\n| - | - |\n| a | 1 |\n| b | 2 |\n";
const page = parsePage({ url: "p.md", markdown });
const from = (marker: string, length = marker.length) => ({
  start: markdown.indexOf(marker),
  end: markdown.indexOf(marker) + length,
});

describe("embeddedText", () => {
  it("puts the titles open at the chunk's start before its text, its own heading included", () => {
    assert.equal(embeddedText(page, from("Text."), { path: "none" }), "Text.");
    assert.equal(embeddedText(page, from("Text."), { path: "breadcrumb" }), "Guide > Options\nText.");
    assert.equal(embeddedText(page, from("Text."), { path: "bracket" }), "[Options]\nText.");
    assert.equal(
      embeddedText(page, from("## Options"), { path: "breadcrumb" }),
      "Guide > Options\n## Options",
    );
  });

  it("leaves out headings without words, such as a logo", () => {
    const logo = "# ![](logo.png)\n\n## Install\n\nText.\n";
    const parsed = parsePage({ url: "p.md", markdown: logo });
    const text = { start: logo.indexOf("Text."), end: logo.indexOf("Text.") + 5 };
    assert.equal(embeddedText(parsed, text, { path: "breadcrumb" }), "Install\nText.");
    assert.equal(embeddedText(parsed, { start: 0, end: 15 }, { path: "bracket" }), "# ![](logo.png)");
  });

  it("takes headings down to `levels`", () => {
    assert.equal(embeddedText(page, from("More."), { path: "breadcrumb" }), "Guide > Options\nMore.");
    assert.equal(
      embeddedText(page, from("More."), { path: "breadcrumb", levels: 6 }),
      "Guide > Options > Deep\nMore.",
    );
  });

  it("can leave out a title that the text starts with, and tells where it stands twice", () => {
    const options = { path: "breadcrumb", path_title: "drop_if_in_text" } as const;
    assert.equal(embeddedText(page, from("## Options"), options), "Guide\n## Options");
    assert.equal(embeddedText(page, from("# Guide", 7), options), "# Guide");
    assert.equal(embedsTitleTwice(page, from("## Options"), { path: "breadcrumb" }), true);
    assert.equal(embedsTitleTwice(page, from("## Options"), options), false);
    assert.equal(embedsTitleTwice(page, from("Text."), { path: "breadcrumb" }), false);
  });

  it("repeats a table's header row for later rows, unless told not to", () => {
    assert.equal(embeddedText(page, from("| b | 2 |"), { path: "none" }), "| k | v |\n| b | 2 |");
    assert.equal(embeddedText(page, from("| b | 2 |"), { path: "none", table_header: false }), "| b | 2 |");
    assert.equal(embeddedText(page, from("| k | v |"), { path: "none" }), "| k | v |");
  });
});
