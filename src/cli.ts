#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { check } from "./cli/check.js";
import { type Command, tell, UsageError } from "./cli/command.js";
import { compare } from "./cli/compare.js";
import { evidence } from "./cli/evidence.js";
import { exportQuestions, importQuestions } from "./cli/exchange.js";
import { headings } from "./cli/headings.js";
import { misses } from "./cli/misses.js";
import { refreeze } from "./cli/refreeze.js";
import { reproduce } from "./cli/reproduce.js";
import { run } from "./cli/run.js";
import { freeze, init, model, report } from "./cli/study-commands.js";
import { sweep } from "./cli/sweep.js";
import { isForPeople } from "./study/index.js";

const commands: readonly Command[] = [
  run,
  sweep,
  misses,
  report,
  init,
  check,
  evidence,
  importQuestions,
  exportQuestions,
  headings,
  reproduce,
  freeze,
  refreeze,
  compare,
  model,
];

const overview = `seamlab: headings, meaning, or both? How to cut your documentation, measured on your questions.

Usage: npx seamlab <command> [options]

${commands.map(({ usage, summary }) => `  ${usage.padEnd(28)}${summary}`).join("\n")}

npx seamlab <command> --help says more. Exit codes: 0 fine, 1 a problem in the data or the run, 2 wrong use.`;

async function main([name, ...rest]: readonly string[], signal: AbortSignal): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(`${overview}\n`);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-V") {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new UsageError(`unknown command: ${name}`);
  const { values, positionals } = parse(command, rest);
  if (values.help === true) {
    process.stdout.write(`Usage: npx seamlab ${command.usage}\n\n${command.help}\n`);
    return 0;
  }
  return command.run(positionals, values, signal);
}

function version(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

function parse({ options, usage }: Command, args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    const entries = Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join("\n") : value,
    ]);
    return { values: Object.fromEntries(entries) as Record<string, string | boolean>, positionals };
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)}\nusage: npx seamlab ${usage}`,
    );
  }
}

const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort(new Error("interrupted")));
process.once("SIGTERM", () => interrupt.abort(new Error("terminated")));
// A reader that has seen enough, such as `head`, is no fault, and no reason to leave the work half done.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  tell(`standard output can't be written: ${error.message}`);
  process.exitCode = 1;
});

main(process.argv.slice(2), interrupt.signal).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (interrupt.signal.aborted) process.exitCode = 130;
    else if (error instanceof UsageError) {
      tell(`${error.message}\nnpx seamlab --help lists the commands`);
      process.exitCode = 2;
    } else if (isForPeople(error)) {
      tell(error.message);
      process.exitCode = 1;
    } else {
      tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
      process.exitCode = 1;
    }
  },
);
