import {
  counted,
  lossTable,
  missText,
  remedyTable,
  renderText,
  tagTable,
  writeReport,
} from "../report/index.js";
import {
  addRows,
  commonShare,
  fewestTagged,
  measureRemedies,
  reviewFileOf,
  reviewStudy,
  type StudyReview,
  type TaggedMiss,
  tagNames,
  unjudged,
  writeRemedies,
} from "../review/index.js";
import { didYouMean, type RunEvent, readResultFile, resultsFolderOf } from "../study/index.js";
import { type Command, onlyArgument, tell, UsageError } from "./command.js";
import { ProgressLine } from "./progress.js";

const defaultLimit = 10;
const every = "all";

export const misses: Command = {
  name: "misses",
  usage: "misses <study>",
  summary: "why answers were missed, and what may be wrong with page, chunk or question",
  help: `Scores the study anew (seconds, where it has been run before) and prints what each arm missed, divided by reason;
how often each tag is suggested; then the misses one by one: question, answer and its place, reason, the first chunks,
what would have helped, tags.

A tag is a suggestion of a rule. What a person says of it in data/<study>/review.csv comes before it, now and in every
later run: question, arm, retriever (both may be empty: all), tag, verdict (confirmed, rejected or added), note.

Tags: ${tagNames.join(", ")}

Options
  --arm <name>         only the misses of this arm
  --retriever <name>   of this retriever, or all (default: the one that claims are made on)
  --question <id>      only of this question
  --tag <tag>          only those with this tag
  --limit <n>          how many are shown one by one (default ${defaultLimit}; 0 for none)
  --remedies           measure what would mend the tags that are common among an arm's misses (at least ${percent(commonShare)}
                       of them and ${fewestTagged} questions): smaller chunks, lists kept whole, the path, headings first.
                       Written to remedies.csv in the results, and part of every later report
  --results <folder>   where the results are
  --write-review       add the suggestions that nobody has judged to review.csv, one a row, to fill in the verdict;
                       with the options above, only of the misses that they leave`,
  options: {
    arm: { type: "string" },
    retriever: { type: "string" },
    question: { type: "string" },
    tag: { type: "string" },
    limit: { type: "string" },
    remedies: { type: "boolean" },
    results: { type: "string" },
    "write-review": { type: "boolean" },
  },
  async run(args, options, signal) {
    const study = onlyArgument(args, "the study's folder, such as data/quickstart");
    const limit = limitOf(options.limit);
    if (typeof options.tag === "string") mustBe("tag", options.tag, tagNames);
    const progress = new ProgressLine();
    const folder = typeof options.results === "string" ? options.results : resultsFolderOf(study);
    const told = {
      signal,
      resultsFolder: folder,
      onEvent: (event: RunEvent): void => {
        if (event.kind === "progress") progress.update(event.text, event.done, event.total, event.unit);
        else if (event.kind === "step") tell(event.text);
      },
    };
    const review = await reviewStudy(study, told).finally(() => progress.clear());
    const chosen = choose(review, options);
    print(review, chosen, limit);
    if (review.incomplete !== null) tell(`\nnot everything was reviewed:\n${review.incomplete}`);
    if (options.remedies === true && review.incomplete === null) {
      const rows = await measureRemedies(review, told).finally(() => progress.clear());
      const table = remedyTable(rows);
      process.stdout.write(
        `\n${table === null ? "no tag is common: no remedy was measured" : renderText(table)}\n`,
      );
      tell(`written to ${await writeRemedies(folder, rows)}`);
      if ((await readResultFile(folder, "summary.csv")) !== null) await writeReport(folder);
    }
    if (options["write-review"] === true) {
      const added = await addRows(study, unjudged(chosen.misses, review.judgements));
      tell(
        `${counted(added, "row")} added to ${reviewFileOf(study)}; fill in the verdict and run this again`,
      );
    }
    return review.incomplete === null ? 0 : 1;
  },
};

function percent(share: number): string {
  return `${100 * share} %`;
}

function limitOf(value: string | boolean | undefined): number {
  const limit = value === undefined ? defaultLimit : Number(value);
  if (!Number.isInteger(limit) || limit < 0)
    throw new UsageError(`--limit: ${JSON.stringify(value)} is not a whole number of at least 0`);
  return limit;
}

function mustBe(option: string, value: string, known: readonly string[]): void {
  if (!known.includes(value))
    throw new UsageError(`--${option}: no ${JSON.stringify(value)}; ${didYouMean(value, known)}`);
}

interface Chosen {
  readonly retrievers: readonly string[];
  readonly misses: readonly TaggedMiss[];
}

function choose(
  { inputs, misses, losses }: StudyReview,
  { arm, retriever, question, tag }: Readonly<Record<string, string | boolean | undefined>>,
): Chosen {
  const reviewed = [...new Set(losses.map((row) => row.retriever as string))];
  const { primary } = inputs.config;
  if (typeof arm === "string")
    mustBe(
      "arm",
      arm,
      inputs.arms.map(({ name }) => name),
    );
  if (typeof question === "string")
    mustBe(
      "question",
      question,
      inputs.questions.map(({ id }) => id),
    );
  if (typeof retriever === "string") mustBe("retriever", retriever, [...reviewed, every]);
  const main = reviewed.includes(primary.retriever) ? primary.retriever : reviewed[0];
  const retrievers = retriever === every ? reviewed : [typeof retriever === "string" ? retriever : main];
  const isChosen = ({ miss, tags }: TaggedMiss): boolean =>
    retrievers.includes(miss.retriever) &&
    (arm === undefined || miss.arm.name === arm) &&
    (question === undefined || miss.question.id === question) &&
    (tag === undefined || tags.some((each) => each === tag));
  return { retrievers, misses: misses.filter(isChosen) };
}

function print({ losses, misses, inputs }: StudyReview, chosen: Chosen, limit: number): void {
  const tagged = misses.map(({ miss, tags }) => ({ retriever: miss.retriever, arm: miss.arm.name, tags }));
  const tables = chosen.retrievers.flatMap((retriever) =>
    [lossTable(losses, retriever), tagTable(tagged, retriever)].filter((table) => table !== null),
  );
  const shown = chosen.misses.slice(0, limit);
  const texts = shown.map((each) => missText(each, inputs.pages));
  process.stdout.write(`${[...tables.map(renderText), ...texts].join("\n\n")}\n`);
  const rest = chosen.misses.length - shown.length;
  if (rest > 0)
    tell(
      `\nnot shown: ${rest} of ${chosen.misses.length}; --limit shows more, --arm, --question and --tag fewer`,
    );
}
