import assert from "node:assert/strict";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import vm from "node:vm";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { StudyError } from "../../study/index.js";
import { browserCode } from "./browser-code.js";
import type { ReportData } from "./data.js";
import { chromiumFile, hostile, names, type RunStudy, runHostileStudy } from "./testing.js";
import { writeHtmlReport } from "./write-html-report.js";

let run: RunStudy;
let file: string;
let html: string;
let data: ReportData;

before(async () => {
  run = await runHostileStudy();
  file = await writeHtmlReport(run.study, run.results);
  html = await readFile(file, "utf8");
  data = JSON.parse(
    /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "",
  );
});

after(() => run?.remove());

describe("the data of a report", () => {
  it("holds the pages exactly, half surrogate pairs included", () => {
    assert.deepEqual(
      data.pages.map(({ url }) => url),
      ["start.md", "glaze.md", names.page],
    );
    assert.ok(data.pages[2].text.includes(hostile));
  });

  it("has each question's quotes where they stand on their page", () => {
    const { answers } = data.questions[3];
    const texts = answers[0].quotes.map(([[start, end]]) =>
      data.pages[answers[0].page].text.slice(start, end),
    );
    assert.deepEqual(texts, ["Weigh the powder.", "Sieve it twice through the fine mesh."]);
  });

  it("agrees with the scores: a rank within 5 is a hit at 5, and split means that no chunk holds the answer", () => {
    const at = (name: string): number => data.metrics.findIndex((metric) => metric.name === name);
    let compared = 0;
    for (const { answers, found, scores, split } of data.questions) {
      if (answers.length === 0) continue;
      for (const [retriever, byArm] of found.entries()) {
        for (const [arm, { rank }] of byArm.entries()) {
          assert.equal(Number(rank > 0 && rank <= 5), scores[at("hit@5")][retriever][arm]);
          assert.equal(Number(split[arm]), scores[at("split")][0][arm]);
          compared += 1;
        }
      }
    }
    assert.equal(compared, 5 * 3 * 3);
  });

  it("says why an arm missed a question where it did, and what may be wrong", () => {
    const at = data.metrics.findIndex(({ name }) => name === "hit@1");
    const said: string[] = [];
    for (const { misses, scores } of data.questions) {
      for (const [retriever, byArm] of misses.entries()) {
        for (const [arm, miss] of byArm.entries()) {
          assert.equal(miss !== null, scores[at][retriever][arm] === 0);
          if (miss !== null) said.push(miss.why);
        }
      }
    }
    assert.ok(said.some((why) => /^cut: .* at character \d+, through a \w+/.test(why)));
    assert.ok(said.some((why) => /^(?:diluted|lacking context): its chunk is ranked \d+; found /.test(why)));
  });

  it("ranks a question about whole pages by when the last of them was met", () => {
    const { found, pages, split } = data.questions[5];
    assert.deepEqual(
      [pages, split],
      [
        [0, 1],
        [false, false, false],
      ],
    );
    const { rank, top } = found[1][1];
    const met = [0, 1].map((page) => [0, 1, 2, 3, 4].findIndex((i) => top[3 * i] === page) + 1);
    assert.equal(rank, Math.max(...met));
  });

  it("has a curve for the arm that breaks by similarity alone, each topic break at or below the cutoff", () => {
    assert.deepEqual(
      data.arms.map(({ curve }) => curve === null),
      [true, true, false],
    );
    const { curve } = data.arms[2];
    let topics = 0;
    for (const [page, flat] of (curve?.breaks ?? []).entries()) {
      for (let i = 0; i < flat.length; i += 2) {
        if (flat[i + 1] === 0) continue;
        topics += 1;
        const similarity = data.units[curve?.units ?? 0][page][3 * flat[i] + 2];
        assert.ok(Number(similarity) <= Number(curve?.cutoffs[page]) + 1e-4);
      }
    }
    assert.ok(topics > 0);
  });

  it("has a score for every arm, type and metric, and a difference for every comparison", () => {
    assert.deepEqual(data.types.slice(-2), ["macro", "all"]);
    const ofAll = data.summary.filter(([, , type]) => type === data.types.length - 1);
    assert.equal(ofAll.length, 3 * (3 * 4 + 1));
    assert.equal(
      data.paired.filter(([, , , type]) => type === data.types.length - 1).length,
      2 * (3 * 4 + 1),
    );
  });
});

describe("the file of a report", () => {
  it("names no other file and no address that is fetched", () => {
    assert.doesNotMatch(html, /<(?:link|iframe|script|img)\b[^>]*\s(?:src|href)=/);
    assert.match(html, /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
  });

  it("has hostile text in JSON or as entities only", () => {
    assert.doesNotMatch(html, /<img/);
    assert.equal(html.match(/<script/g)?.length, 2);
    assert.ok(html.isWellFormed());
  });

  it("has code that is one script, in which no two modules declare the same name", async () => {
    const code = await browserCode();
    assert.doesNotMatch(code, /^(?:import|export)\b/m);
    assert.doesNotMatch(code, /<\/script|<!--/i);
    assert.ok(new vm.Script(code));
  });

  it("is refused where results and study don't belong together, and where a run's files are missing", async () => {
    const chunks = path.join(run.results, "chunks.csv");
    await rename(chunks, `${chunks}.away`);
    await assert.rejects(
      writeHtmlReport(run.study, run.results),
      (error) => error instanceof StudyError && /chunks\.csv/.test(error.message),
    );
    await rename(`${chunks}.away`, chunks);
    const testSet = path.join(run.study, "test_set.json");
    const questions = await readFile(testSet, "utf8");
    await writeFile(testSet, questions.replace("gap between boards", "room between boards"));
    await assert.rejects(
      writeHtmlReport(run.study, run.results),
      (error) => error instanceof StudyError && /are of other questions/.test(error.message),
    );
    await writeFile(testSet, questions);
    await assert.rejects(writeHtmlReport(run.study, run.results, { signal: AbortSignal.abort() }), {
      name: "AbortError",
    });
  });
});

const textOf = async (found: Locator): Promise<string> => (await found.textContent()) ?? "";

const flags = [
  ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
];

describe("a report in Chromium", { skip: chromiumFile ? false : "needs a Chromium in /usr/bin" }, () => {
  let browser: Browser;
  let page: Page;
  const said: string[] = [];
  const asked: string[] = [];

  before(async () => {
    browser = await chromium.launch({
      ...(chromiumFile ? { executablePath: chromiumFile } : {}),
      args: flags,
    });
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    page.setDefaultTimeout(10_000);
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", ({ message }) => said.push(message));
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`file://${file}`);
    await page.waitForSelector("html.ready");
  });

  after(() => browser?.close());

  const rowNames = (): Promise<string[]> => page.locator("#scores-table tbody th").allTextContents();
  const listed = (): Promise<string[]> => page.locator("a.question").allTextContents();
  const filter = (label: string): ReturnType<Page["getByLabel"]> =>
    page.locator("form.filter").getByLabel(label, { exact: true });

  it("shows verdict and tables, and the chosen retriever's scores", async () => {
    assert.match(await textOf(page.locator("p.verdict")), /On hit@1 with dense/);
    assert.equal(await textOf(page.locator("#scores-table caption")), "dense: all questions");
    await page.locator("#toolbar").getByLabel("bm25").check();
    assert.equal(await textOf(page.locator("#scores-table caption")), "bm25: all questions");
    assert.equal(await page.locator("#scores figure:visible").getAttribute("data-retriever"), "0");
    await page.locator("#toolbar").getByLabel("dense").check();
  });

  it("sorts by a column, the other way, and back", async () => {
    const inOrder = await rowNames();
    const sort = page.locator("#scores-table thead").getByRole("button", { name: "chunks" });
    const chunks = async (): Promise<number[]> =>
      (await page.locator("#scores-table tbody td:nth-child(2)").allTextContents()).map(Number);
    await sort.click();
    assert.deepEqual(
      await chunks(),
      (await chunks()).toSorted((a, b) => b - a),
    );
    assert.equal(await page.locator("#scores-table th[aria-sort=descending]").count(), 1);
    await sort.click();
    assert.deepEqual(
      await chunks(),
      (await chunks()).toSorted((a, b) => a - b),
    );
    assert.notDeepEqual(await rowNames(), inOrder);
    await sort.click();
    assert.deepEqual(await rowNames(), inOrder);
  });

  it("shows another metric by type, and the differences of a type", async () => {
    await page.locator("#toolbar select").selectOption({ label: "MRR@10" });
    assert.match(await textOf(page.locator("#types-table caption")), /MRR@10 by type/);
    await page.locator("#differences-table select").selectOption({ label: "table" });
    assert.match(await textOf(page.locator("#differences-table caption")), /differences in MRR@10, table/);
    assert.match(await textOf(page.locator("#differences-table .note")), /Exploratory/);
    await page.locator("#toolbar select").selectOption({ label: "hit@1" });
    await page.locator("#differences-table select").selectOption({ label: "all" });
    assert.match(
      await textOf(page.locator("#differences-table .note")),
      /Holm over the 2 comparisons of family 1/,
    );
  });

  it("filters questions by text, type and which arm missed them", async () => {
    await filter("text").fill("shino temperature");
    assert.deepEqual(await listed(), ["which temperature for shino"]);
    await page.getByRole("button", { name: "Clear" }).click();
    await filter("type").selectOption({ label: "table" });
    assert.deepEqual(await listed(), ["which temperature for shino", "how to prepare one"]);
    await filter("found means").selectOption({ label: "split" });
    await filter("missed by").selectOption({ label: "fixed" });
    await filter("found by").selectOption({ label: "heading" });
    assert.deepEqual(await listed(), ["how to prepare one"]);
    assert.equal(await textOf(page.getByRole("status")), "1 of 6 questions");
    await page.getByRole("button", { name: "Clear" }).click();
    assert.equal((await listed()).length, 6);
  });

  it("filters by tag, and says in a question's window why each arm missed it", async () => {
    const has = (tag: string) =>
      data.questions.filter(({ misses }) => misses[1].some((miss) => miss?.tags.includes(tag)));
    const tags = data.questions.flatMap(({ misses }) => misses[1].flatMap((miss) => miss?.tags ?? []));
    const tag = tags.find((each) => has(each).length < data.questions.length) ?? "";
    await filter("tag").selectOption({ label: tag });
    assert.equal((await listed()).length, has(tag).length);
    await page.locator("a.question").first().click();
    const said = page.locator("#question-window .card .missed");
    const missed = has(tag)[0].misses[1].filter((miss) => miss !== null);
    assert.equal(await said.count(), missed.length);
    assert.match(await textOf(said.first()), /^Missed, .+\. \w/);
    await page.keyboard.press("Escape");
    await page.locator("#question-window").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Clear" }).click();
    assert.equal((await listed()).length, 6);
  });

  it("has what was missed by reason and by tag, and nothing on tuning where no sweep was made", async () => {
    const captions = page.locator("#misses caption");
    assert.match(await textOf(captions.first()), /why dense missed/);
    assert.match(await textOf(captions.nth(1)), /tags of what dense missed/);
    assert.equal(await page.locator("#misses table").first().locator("tbody tr").count(), 3);
    assert.equal(await page.locator("#misses figure svg").count(), 1);
    assert.equal(await page.locator("#tuning").count(), 0);
    assert.equal(await page.evaluate("window.hacked"), undefined);
  });

  it("goes by keyboard from the list to a question, to its quote on the page, and back", async () => {
    await page.locator("a.question").first().focus();
    for (const key of ["ArrowDown", "ArrowDown", "End", "Home", "ArrowDown"]) await page.keyboard.press(key);
    assert.equal(await page.evaluate("document.activeElement.textContent"), "gap between boards");
    await page.keyboard.press("Enter");
    const question = page.locator("#question-window");
    await question.waitFor();
    assert.equal(await textOf(question.locator("blockquote")), "Leave a finger of room between two shelves.");
    assert.equal(await question.locator(".card").count(), 3);
    await question.locator(".answer-quote a").first().press("Enter");
    const text = page.locator("#page-window");
    await text.waitFor();
    assert.equal(await page.evaluate("document.activeElement.className"), "quote");
    await page.keyboard.press("Escape");
    await text.waitFor({ state: "hidden" });
    assert.ok(await question.isVisible());
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate("document.activeElement.textContent"), "gap between boards");
  });

  it("has a first stop that leads past the navigation", async () => {
    await page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)");
    await page.reload();
    await page.waitForSelector("html.ready");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.className"), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "content");
  });

  it("highlights the quote in the chunk that holds it", async () => {
    await page.locator("a.question", { hasText: "how long does it burn" }).click();
    const heading = page.locator("#question-window .card").nth(1);
    const holder = heading.locator("li", { hasText: "holds the answer" });
    assert.equal(await textOf(holder.locator("mark.quote")), "A full firing takes nine hours.");
    assert.match(await textOf(holder.locator("summary")), /Kiln › Firing/);
    assert.match((await heading.locator("h4 .badge").getAttribute("aria-label")) ?? "", /heading: rank \d/);
    await page.getByRole("button", { name: "Close" }).click();
  });

  it("draws both arms' chunks beside a page, where their text is, and the curve", async () => {
    await page.locator("#pages-list a", { hasText: "start.md" }).click();
    const gutters = page.locator("#page-window .gutter");
    const [left, right] = [1, 2].map((arm) => data.arms[arm].chunks[0].length / 2);
    assert.equal(await gutters.nth(0).locator(".chunk").count(), left);
    assert.equal(await gutters.nth(1).locator(".chunk").count(), right);
    assert.equal(await textOf(page.locator("#page-window .page-text")), data.pages[0].text);
    const second = await gutters.nth(0).locator(".chunk").nth(1).boundingBox();
    const line = await page
      .locator("#page-window .page-text .heading", { hasText: "## Loading" })
      .boundingBox();
    assert.ok(
      Math.abs(Number(second?.y) - Number(line?.y)) < 6,
      "the second chunk starts at its heading's line",
    );
    assert.equal(
      await page.locator("#page-window svg.curve .break").count(),
      Number(data.arms[2].curve?.breaks[0].length) / 2,
    );
    await page.locator("#page-window").getByLabel("left", { exact: true }).selectOption("0");
    assert.equal(await gutters.nth(0).locator(".chunk").count(), data.arms[0].chunks[0].length / 2);
    await page.keyboard.press("Escape");
  });

  it("shows hostile text as text, wherever it comes from", async () => {
    await page.locator("a.question", { hasText: "hostile things" }).click();
    await page.locator("#question-window .answer-quote a").first().click();
    assert.equal(await textOf(page.locator("#page-window .page-text")), data.pages[2].text);
    assert.equal(await textOf(page.locator("#page-window h2")), names.page);
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.evaluate("window.hacked"), undefined);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  it("fits a phone, and scrolls wide tables inside their boxes", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert.equal(await page.evaluate(over), 0);
    const box = page.locator("#scores-table .scroll");
    const inside = (selector: string): Promise<unknown> =>
      page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("${selector}"))`,
      );
    assert.ok(Number(await inside("#scores-table .scroll")) > 0);
    const before = await box.locator("tbody th").first().boundingBox();
    await page.evaluate("document.querySelector('#scores-table .scroll').scrollLeft = 200");
    assert.equal((await box.locator("tbody th").first().boundingBox())?.x, before?.x);
    await page.locator("#pages-list a", { hasText: "glaze.md" }).click();
    await page.locator("#page-window").waitFor();
    assert.equal(await inside("#page-window .dialog-body"), 0);
    await page.keyboard.press("Escape");
  });

  it("is dark where the reader's system is", async () => {
    const ground = "getComputedStyle(document.body).backgroundColor";
    const light = await page.evaluate(ground);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.notEqual(await page.evaluate(ground), light);
  });

  it("said nothing on the console and asked for nothing but itself", () => {
    assert.deepEqual(said, []);
    assert.deepEqual([...new Set(asked)], [`file://${file}`]);
  });
});
