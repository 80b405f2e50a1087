/** What the tests of a report share: a small study full of hostile text, run with vectors of a server of their own. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { runReviewedStudy } from "../../review/index.js";
import { kilnDocs, kilnQuestions } from "../../testing/kiln.js";

const attack = `<img src=x onerror="window.hacked=1">`;

/** Text that ends a script, opens a comment, asks for a picture, turns the line, and isn't well-formed. */
export const hostile = `</script><script>window.hacked=1</script>${attack}<!-- <script> \u2028 \u202e abc \u200f ]]> &lt; \ud800`;

/** The names that the hostile study uses. */
export const names = {
  study: `hostile ${attack}`,
  arm: `semantic ${attack}`,
  type: `</script>${attack}`,
  question: `</title>${attack} how are \u202e hostile things said ${"\ud800"}`,
  page: `a/${attack}.md`,
};

const pages: Readonly<Record<string, string>> = {
  "start.md": kilnDocs["start.md"],
  "glaze.md": kilnDocs["glaze.md"],
  [names.page]: `# Hostile ${attack}\n\n${hostile}\n\n## Second ${"x".repeat(300)}\n\nThe answer is ${attack} and nothing else.\n`,
};

const questions = [
  // Two types, both with several questions.
  ...kilnQuestions.slice(0, 4).map((item) => ({ ...item, type: item.type === "fact" ? "fact" : "table" })),
  {
    id: `"><b>${"\ud800"}`,
    question: names.question,
    url: names.page,
    type: names.type,
    answer_quote: `The answer is ${attack}`,
  },
  { id: "q6", question: "everything about kilns", type: "fact", pages: ["start.md", "glaze.md"] },
];

/** A folder with a study that has been run, and the folder of its results. */
export interface RunStudy {
  readonly study: string;
  readonly results: string;
  remove(): Promise<void>;
}

export async function runHostileStudy(): Promise<RunStudy> {
  const folder = await mkdtemp(path.join(tmpdir(), "seamlab-report-"));
  const before = process.env.SEAMLAB_CACHE;
  process.env.SEAMLAB_CACHE = path.join(folder, "cache");
  const server = await vectorServer();
  const study = path.join(folder, "data", "kiln");
  const results = path.join(folder, "results", "kiln");
  try {
    await mkdir(study, { recursive: true });
    const corpus = Object.entries(pages).map(([url, markdown]) => ({
      url,
      retrieved_at: "2026-11-29",
      markdown,
    }));
    const config = {
      name: names.study,
      corpus: { file: "frozen.json" },
      embedder: { model: "words", endpoint: server.url },
      metrics: ["hit@1", "hit@5", "MRR@10", "split", "chars@5"],
      primary: { retriever: "dense", metric: "hit@1" },
      arms: [
        { name: "fixed", strategy: "fixed", size: 60, overlap: 20 },
        { name: "heading", strategy: "heading", max_chars: 200, path: "breadcrumb" },
        { name: names.arm, strategy: "semantic", break_pct: 0.3, min_chars: 20, max_chars: 200 },
      ],
      comparisons: [
        { arm: names.arm, against: "heading" },
        { arm: "heading", against: "fixed" },
      ],
      statistics: { resamples: 99 },
    };
    const files = { "frozen.json": corpus, "study.json": config, "test_set.json": questions };
    for (const [name, value] of Object.entries(files))
      await writeFile(path.join(study, name), JSON.stringify(value));
    await runReviewedStudy(study, { resultsFolder: results });
  } finally {
    server.close();
    if (before === undefined) delete process.env.SEAMLAB_CACHE;
    else process.env.SEAMLAB_CACHE = before;
  }
  return { study, results, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Embeds a text by its words: alike where they share some, never zero. */
async function vectorServer(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { input } = JSON.parse(body) as { input: string[] };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function vectorOf(text: string): number[] {
  const vector = new Array<number>(32).fill(0.01);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + character.charCodeAt(0)) % 997;
    vector[hash % vector.length] += 1;
  }
  return vector;
}

const places = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** A Chromium to drive; undefined where there is none. */
export const chromiumFile = places.map((name) => `/usr/bin/${name}`).find((file) => existsSync(file));
