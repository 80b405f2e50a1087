import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Chunk,
  type Chunker,
  chunkFaults,
  chunkPage,
  embeddedText,
  neighbourSimilarities,
  type PathStyle,
  semanticBreaks,
  splitUnits,
  strategies,
} from "./chunking/index.js";
import { type VectorKeyFields, vectorKey } from "./embedding/index.js";
import {
  headingPath,
  holds,
  insidePair,
  type ParsedPage,
  parsePage,
  type Span,
  trimSpan,
} from "./markdown/index.js";
import { locateTestSet, type Problem, parseTestSet } from "./questions/index.js";
import { absent, shared } from "./testing/shared.js";

/** The cases of `../shared/cases`: what each key of `expect` asks is in the README there. */
interface Case {
  readonly id: string;
  readonly kind: string;
  readonly why: string;
  readonly input: string | Record<string, unknown>;
  readonly settings?: Settings;
  readonly needs?: readonly string[];
  readonly expect: Expect;
}

interface Settings {
  readonly format?: string;
  readonly strategies?: readonly string[];
  readonly max_chars?: number;
  readonly min_chars?: number;
  readonly size?: number;
  readonly overlap?: number;
  readonly break_pct?: number;
  readonly levels?: number;
  readonly path?: PathStyle;
  readonly tolerance?: number;
  readonly embedding?: {
    readonly rules: readonly { contains: string; vector: number[] }[];
    readonly else: number[];
  };
}

interface Marked {
  readonly marker: string;
  readonly path: readonly string[];
}

interface Named {
  readonly id: string;
  readonly names: readonly (readonly string[])[];
}

interface Expect {
  readonly headings?: readonly { level: number; title: string; start: number }[];
  readonly frontMatter?: Span | null;
  readonly paths?: readonly Marked[];
  readonly chunkPaths?: readonly Marked[];
  readonly positions?: readonly { marker: string; span: [number, number] }[];
  readonly units?: readonly string[];
  readonly sameUnit?: readonly (readonly string[])[];
  readonly differentUnits?: readonly (readonly string[])[];
  readonly chunkCount?: number;
  readonly minChunks?: number;
  readonly noChunkLongerThan?: number;
  readonly spans?: readonly [number, number][];
  readonly trimmedSpans?: readonly [number, number][];
  readonly separateChunks?: readonly (readonly string[])[];
  readonly togetherInOneChunk?: readonly (readonly string[])[];
  readonly inSomeChunk?: readonly string[];
  readonly inNoChunk?: readonly string[];
  readonly noCutInside?: readonly [number, number][];
  readonly cutsOnlyAtLineEnds?: readonly [number, number][];
  readonly embedContains?: readonly { marker?: string; any?: boolean; text: string }[];
  readonly invariants?: readonly string[];
  readonly breaksAfter?: readonly number[];
  readonly error?: { readonly names: readonly (readonly string[])[] };
  readonly errors?: readonly (readonly (readonly string[])[])[];
  readonly matches?: readonly { id: string; spans: readonly [number, number][] }[];
  readonly problems?: readonly Named[];
  readonly warnings?: readonly Named[];
  readonly anyOf?: readonly Expect[];
  readonly sameKey?: readonly (readonly string[])[];
  readonly differentKeys?: readonly string[];
}

const files = [
  "headings",
  "offsets",
  "sentences",
  "sizes",
  "tables-and-lists",
  "semantic",
  "questions",
  "config",
];

for (const file of files) {
  describe(`cases/${file}.json`, { skip: absent("cases", `${file}.json`) }, () => {
    if (absent("cases", `${file}.json`)) return;
    for (const each of JSON.parse(shared("cases", `${file}.json`)) as Case[]) {
      it(`${each.id} ${each.kind}`, {
        skip: each.needs?.length ? `needs ${each.needs.join(", ")}` : false,
      }, () => {
        const check = checkerOf(each);
        assert.ok(check, "the runner knows no case with such an input");
        check();
      });
    }
  });
}

function checkerOf(each: Case): (() => void) | null {
  const { input, expect, settings = {} } = each;
  if (typeof input === "string" || "markdown" in input || "repeat" in input || "texts" in input) {
    return () => {
      for (const text of textsOf(input)) checkPage(text, settings, expect);
    };
  }
  if ("unit_spans" in input) return () => checkBreaks(input, settings, expect);
  if ("items" in input && "pages" in input) return () => checkQuestions(input, expect);
  if ("keys" in input) return () => checkKeys(input.keys as Record<string, VectorKeyFields>, expect);
  if ("configs" in input) return () => checkConfigs(input.configs as Record<string, unknown>[], expect);
  return null;
}

interface CasePage {
  readonly url: string;
  readonly markdown: string;
}

function textsOf(input: Case["input"]): CasePage[] {
  if (typeof input === "string") return [{ url: "case.md", markdown: input }];
  if ("texts" in input) return (input.texts as string[]).map((markdown) => ({ url: "case.md", markdown }));
  if ("repeat" in input)
    return [{ url: "case.md", markdown: String(input.repeat).repeat(Number(input.times)) }];
  return [{ url: String(input.url), markdown: String(input.markdown) }];
}

function checkPage({ url, markdown }: CasePage, settings: Settings, expect: Expect): void {
  if (expect.anyOf !== undefined) {
    // Of two right answers to half a character, the project gives the second: sent to the embedder as U+FFFD.
    for (const alternative of expect.anyOf.filter(({ error }) => error === undefined)) {
      checkPage({ url, markdown }, settings, alternative);
    }
    return;
  }
  const page = parsePage({ url: settings.format === "mdx" ? "case.mdx" : url, markdown });
  const place = (marker: string): number => {
    const at = markdown.indexOf(marker);
    assert.notEqual(at, -1, `the marker ${marker} is in the text`);
    return at;
  };
  if (expect.headings) {
    assert.deepEqual(
      page.headings.map(({ level, title, start }) => ({ level, title, start })),
      expect.headings,
    );
  }
  if (expect.frontMatter !== undefined) assert.deepEqual(page.frontMatter, expect.frontMatter);
  for (const { marker, path } of expect.paths ?? [])
    assert.deepEqual(headingPath(page, place(marker)), path, marker);
  for (const { marker, span } of expect.positions ?? []) {
    assert.deepEqual([place(marker), place(marker) + marker.length], span);
  }
  checkUnits(page, settings, expect, place);
  for (const strategy of settings.strategies ?? []) checkChunks(strategy, page, settings, expect, place);
}

function checkUnits(
  page: ParsedPage,
  settings: Settings,
  expect: Expect,
  place: (marker: string) => number,
): void {
  if (!expect.units && !expect.sameUnit && !expect.differentUnits) return;
  const units = splitUnits(page, { max_chars: settings.max_chars ?? 1500 });
  if (expect.units)
    assert.deepEqual(
      units.map(({ text }) => text),
      expect.units,
    );
  const unitAt = (marker: string): number =>
    units.findIndex(({ start, end }) => start <= place(marker) && place(marker) < end);
  for (const markers of expect.sameUnit ?? [])
    assert.equal(new Set(markers.map(unitAt)).size, 1, markers.join(" | "));
  for (const [a, b] of expect.differentUnits ?? []) assert.notEqual(unitAt(a), unitAt(b), `${a} | ${b}`);
}

function vectorOf(text: string, { embedding }: Settings): number[] {
  return (
    embedding?.rules.find(({ contains }) => text.includes(contains))?.vector ??
    embedding?.else ?? [text.length, 1]
  );
}

function chunksOf(
  strategy: string,
  page: ParsedPage,
  settings: Settings,
): { chunks: Chunk[]; limit: number } {
  const given = Object.keys(strategies[strategy].parameters).map((name) => [
    name,
    settings[name as keyof Settings],
  ]);
  const chunker = { strategy, ...Object.fromEntries(given) } as Chunker;
  const limit = Number(strategies[strategy].limit === "size" ? settings.size : settings.max_chars);
  if (!strategies[strategy].needsSimilarities) return { chunks: chunkPage(page, chunker), limit };
  const units = splitUnits(page, { max_chars: limit });
  const vectors = units.map(({ text }) => vectorOf(text, settings));
  return { chunks: chunkPage(page, chunker, neighbourSimilarities(units, vectors)), limit };
}

function checkChunks(
  strategy: string,
  page: ParsedPage,
  settings: Settings,
  expect: Expect,
  place: (marker: string) => number,
): void {
  const { markdown } = page;
  const { chunks, limit } = chunksOf(strategy, page, settings);
  const slices = chunks.map(({ start, end }) => markdown.slice(start, end));
  const options = { path: settings.path ?? "none", levels: settings.levels ?? 3 } as const;
  const about = `${strategy}: ${JSON.stringify(slices)}`;
  const chunkAt = (marker: string): number =>
    chunks.findIndex(({ start, end }) => start <= place(marker) && place(marker) < end);
  const embeddedAt = (index: number): string => embeddedText(page, chunks[index], options);

  assert.deepEqual(
    chunkFaults(page, chunks, { limit, mayOverlap: strategies[strategy].mayOverlap ?? false }),
    [],
    about,
  );
  for (const name of expect.invariants ?? []) checkInvariant(name, page, chunks, about);
  if (expect.chunkCount !== undefined) assert.equal(chunks.length, expect.chunkCount, about);
  if (expect.minChunks !== undefined) assert.ok(chunks.length >= expect.minChunks, about);
  if (expect.noChunkLongerThan !== undefined) {
    assert.ok(
      slices.every(({ length }) => length <= Number(expect.noChunkLongerThan)),
      about,
    );
  }
  if (expect.spans)
    assert.deepEqual(
      chunks.map(({ start, end }) => [start, end]),
      expect.spans,
      about,
    );
  if (expect.trimmedSpans) {
    const trimmed = chunks.map((chunk) => trimSpan(markdown, chunk) ?? chunk);
    assert.deepEqual(
      trimmed.map(({ start, end }) => [start, end]),
      expect.trimmedSpans,
      about,
    );
  }
  for (const markers of expect.separateChunks ?? []) {
    assert.equal(
      new Set(markers.map(chunkAt)).size,
      markers.length,
      `${markers.join(" | ")} apart; ${about}`,
    );
  }
  for (const markers of expect.togetherInOneChunk ?? []) {
    assert.ok(
      slices.some((slice) => markers.every((marker) => slice.includes(marker))),
      `${markers.join(" | ")} together; ${about}`,
    );
  }
  for (const text of expect.inSomeChunk ?? [])
    assert.ok(
      slices.some((slice) => slice.includes(text)),
      `${text}; ${about}`,
    );
  for (const text of expect.inNoChunk ?? [])
    assert.ok(!slices.some((slice) => slice.includes(text)), `${text}; ${about}`);
  if (strategy === "heading" || strategy === "hybrid") {
    for (const { marker, path } of expect.chunkPaths ?? []) {
      assert.deepEqual(headingPath(page, chunks[chunkAt(marker)].start, options.levels), path, about);
    }
  }
  const edges = chunks.flatMap(({ start, end }) => [start, end]);
  for (const [start, end] of expect.noCutInside ?? []) {
    assert.ok(
      edges.every((edge) => edge <= start || edge >= end),
      `no cut inside ${start}…${end}; ${about}`,
    );
  }
  for (const [start, end] of expect.cutsOnlyAtLineEnds ?? []) {
    const cuts = edges.filter((edge) => start < edge && edge < end);
    assert.ok(
      cuts.every((cut) => /[\r\n]/.test(markdown.slice(cut - 1, cut + 1))),
      `cuts at line ends; ${about}`,
    );
  }
  for (const { marker, any, text } of expect.embedContains ?? []) {
    const texts = any ? chunks.map((_, i) => embeddedAt(i)) : [embeddedAt(chunkAt(marker ?? ""))];
    assert.ok(
      texts.some((embedded) => embedded.includes(text)),
      `embeds ${text}: ${JSON.stringify(texts)}`,
    );
  }
}

function checkInvariant(
  name: string,
  { markdown, content }: ParsedPage,
  chunks: readonly Chunk[],
  about: string,
): void {
  switch (name) {
    case "everyChunkIsSlice":
      assert.ok(
        chunks.every(({ start, end }) => 0 <= start && start < end && end <= markdown.length),
        about,
      );
      break;
    case "coversAllNonWhitespace": {
      const covered = Array.from({ length: markdown.length }, (_, at) =>
        chunks.some(({ start, end }) => start <= at && at < end),
      );
      const missed = covered.findIndex((is, at) => !is && at >= content.start && markdown[at].trim() !== "");
      assert.equal(missed, -1, `${missed} is in no chunk; ${about}`);
      break;
    }
    case "noLoneSurrogate":
      assert.ok(
        chunks.every(({ start, end }) => !insidePair(markdown, start) && !insidePair(markdown, end)),
        about,
      );
      break;
    case "startsStrictlyIncrease":
      assert.ok(
        chunks.every(({ start }, i) => i === 0 || start > chunks[i - 1].start),
        about,
      );
      break;
    default:
      assert.fail(`unknown invariant ${name}`);
  }
}

function checkBreaks(input: Record<string, unknown>, settings: Settings, expect: Expect): void {
  const spans = (input.unit_spans as [number, number][]).map(([start, end]) => ({ start, end }));
  const { break_pct = 0, min_chars = 0, max_chars = 0 } = settings;
  const breaks = (): number[] => {
    const texts = input.unit_texts as string[] | undefined;
    const similarities =
      texts === undefined
        ? (input.similarities as number[])
        : neighbourSimilarities(
            spans.map(({ start }, i) => ({ start, text: texts[i] })),
            input.vectors as number[][],
          );
    return semanticBreaks(similarities, spans, { break_pct, min_chars, max_chars });
  };
  if (expect.error) assertThrowsNaming(breaks, expect.error.names);
  else assert.deepEqual(breaks(), expect.breaksAfter);
}

function checkConfigs(configs: readonly Record<string, unknown>[], expect: Expect): void {
  const page = parsePage({ url: "case.md", markdown: "# Title\n\nText.\n" });
  configs.forEach((config, i) => {
    const numbers = Object.entries(config).map(([name, value]) => [
      name,
      value === "NaN" ? Number.NaN : value,
    ]);
    assertThrowsNaming(
      () => chunkPage(page, Object.fromEntries(numbers) as Chunker),
      expect.errors?.[i] ?? [],
    );
  });
}

function checkKeys(fields: Readonly<Record<string, VectorKeyFields>>, expect: Expect): void {
  const keyOf = (name: string): string => vectorKey(fields[name]);
  for (const names of expect.sameKey ?? []) assert.equal(new Set(names.map(keyOf)).size, 1, names.join(", "));
  const different = (expect.differentKeys ?? []).map(keyOf);
  assert.equal(new Set(different).size, different.length);
}

function assertThrowsNaming(run: () => unknown, names: readonly (readonly string[])[]): void {
  assert.throws(run, (error: Error) => namesAll(error.message, names));
}

function namesAll(message: string, names: readonly (readonly string[])[]): boolean {
  for (const alternatives of names) {
    assert.ok(
      alternatives.some((name) => message.includes(name)),
      `${message} names ${alternatives.join(" or ")}`,
    );
  }
  return true;
}

function checkQuestions(input: Record<string, unknown>, expect: Expect): void {
  const pages = (input.pages as CasePage[]).map(parsePage);
  const parsed = parseTestSet(input.items);
  const { questions, problems } = locateTestSet(parsed.items, pages);
  const all = [...parsed.problems, ...problems];
  for (const { id, spans } of expect.matches ?? []) {
    const found = questions.find((question) => question.id === id)?.answers[0].quotes[0];
    assert.deepEqual(
      found?.map(({ start, end }) => [start, end]),
      spans,
      id,
    );
  }
  if (expect.problems)
    checkProblems(
      all.filter(({ severity }) => severity === "error"),
      expect.problems,
    );
  if (expect.warnings)
    checkProblems(
      all.filter(({ severity }) => severity === "warning"),
      expect.warnings,
    );
  for (const [name, spans] of Object.entries(
    (input.chunk_sets as Record<string, [number, number][]>) ?? {},
  )) {
    const quote = questions[0].answers[0].quotes[0];
    const holders = spans.flatMap(([start, end], i) =>
      quote.some((span) => holds({ start, end }, span)) ? [i] : [],
    );
    const { holders: expected } = expect as unknown as { holders: Record<string, number[]> };
    assert.deepEqual(holders, expected[name], name);
  }
}

function checkProblems(problems: readonly Problem[], expected: readonly Named[]): void {
  assert.deepEqual(problems.map(({ item }) => item).sort(), expected.map(({ id }) => id).sort());
  for (const { id, names } of expected) {
    const texts = problems
      .filter(({ item }) => item === id)
      .map((problem) => `${problem.item} ${problem.what}`);
    namesAll(texts.join("\n"), names);
  }
}
