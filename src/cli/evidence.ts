import { createInterface } from "node:readline";
import { counted } from "../report/index.js";
import { type Command, onlyArgument, tell, UsageError } from "./command.js";
import { chosen, parseChoices, parseNumbers } from "./evidence-choices.js";
import { candidatesText } from "./evidence-text.js";
import { EvidenceWriter, type PlacedItem } from "./evidence-writer.js";
import { openEditable } from "./exchange-study.js";

const defaultTop = 10;

export const evidence: Command = {
  name: "evidence",
  usage: "evidence <study>",
  summary: "find the passages that answer questions which have no quotes yet",
  help: `Shows, for each question of the test set that has no quote, passages that may answer it (sentences, table
rows, list items, lines of code) with page, offset and headings, and writes the one you choose back into the
file. Where the item names its page, only that page is looked at.

They are ordered by the question's distinctive words, in the passage or right beside it: never by an
embedding, which would offer what the compared arms find anyway. Expect to look further where a question is
in its asker's own words, as it should be; a quote can always be pasted by hand.

A quote that isn't unique on its page is lengthened within its block, or you are told.

Options
  --list                 only show them
  --choose id=2,id2=1+3  choose without asking; 1+3 where both passages are needed
  --top <n>              how many to show (default ${defaultTop})`,
  options: { list: { type: "boolean" }, choose: { type: "string" }, top: { type: "string" } },
  async run(args, { list, choose, top }, signal) {
    const study = onlyArgument(args, "the study's folder");
    const most = topOf(top);
    const writer = new EvidenceWriter(await openEditable(study, signal));
    if (typeof choose === "string") return chooseAll(writer, parseChoices(choose), most);
    if (writer.items.length === 0) {
      tell("every question has what answers it");
      return 0;
    }
    tell(`${counted(writer.items.length, "question")} without quotes`);
    if (list === true) {
      for (const item of writer.items) show(writer, item, most);
      return 0;
    }
    return ask(writer, most, signal);
  },
};

function topOf(top: string | boolean | undefined): number {
  if (top === undefined) return defaultTop;
  const number = Number(top);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`--top: ${JSON.stringify(top)} is not a number of at least 1`);
  return number;
}

function show(writer: EvidenceWriter, item: PlacedItem, top: number): void {
  const note = writer.noteOn(item);
  const text = candidatesText(item, writer.candidates(item, top));
  process.stdout.write(`\n${text}\n${note === null ? "" : `  note: ${note}\n`}`);
}

/** Everything is looked up before anything is written. */
async function chooseAll(
  writer: EvidenceWriter,
  choices: ReadonlyMap<string, readonly number[]>,
  top: number,
): Promise<number> {
  const found = [...choices].map(([name, numbers]) => {
    const item = writer.items.find((each) => each.name === name);
    if (item === undefined) {
      throw new UsageError(
        `--choose: ${JSON.stringify(name)} is no question without quotes; there are ${writer.items.map((each) => each.name).join(", ") || "none"}`,
      );
    }
    return { item, passages: chosen(name, numbers, writer.candidates(item, top)) };
  });
  for (const { item, passages } of found) for (const line of await writer.write(item, passages)) tell(line);
  return 0;
}

async function ask(writer: EvidenceWriter, top: number, signal: AbortSignal): Promise<number> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  const close = (): void => lines.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    const answers = lines[Symbol.asyncIterator]();
    for (const item of writer.items) {
      show(writer, item, top);
      if (!(await askFor(writer, item, top, answers))) break;
    }
    signal.throwIfAborted();
    return 0;
  } finally {
    signal.removeEventListener("abort", close);
    lines.close();
  }
}

/** @returns false where the person wants to stop */
async function askFor(
  writer: EvidenceWriter,
  item: PlacedItem,
  top: number,
  answers: AsyncIterator<string>,
): Promise<boolean> {
  for (;;) {
    process.stderr.write("number (1+3 where both are needed), Enter to skip, q to stop: ");
    const answer = await answers.next();
    const text = answer.done === true ? "q" : answer.value.trim();
    if (text === "q") return false;
    if (text === "") return true;
    try {
      const passages = chosen(item.name, parseNumbers(text), writer.candidates(item, top));
      for (const line of await writer.write(item, passages)) tell(line);
      return true;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      tell(error.message);
    }
  }
}
