#!/usr/bin/env node
/**
 * Set up what is missing, then start or test. Uses nothing but Node's own modules: it runs before anything is
 * installed.
 *
 *   node setup.mjs start [study]       dependencies, build, then a run of the study (data/quickstart)
 *   node setup.mjs test [files]        dependencies, build, embedded model, notebook environment, then all tests
 *   node setup.mjs lab [options]       dependencies, build, notebook environment, then JupyterLab
 *   node setup.mjs notebooks [names]   the same, then all notebooks executed, with HTML copies
 *   node setup.mjs build               dependencies and build
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(fileURLToPath(import.meta.url));
const say = (text) => process.stderr.write(`${text}\n`);

/** A step that failed, and what to do about it. */
class StepError extends Error {}

function run(command, args, { quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
      shell: process.platform === "win32",
    });
    let output = "";
    child.stdout?.on("data", (data) => (output += data));
    child.stderr?.on("data", (data) => (output += data));
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 128 + (signal === "SIGINT" ? 2 : 15), output }),
    );
  });
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

function filesUnder(folder, test = () => true) {
  const entries = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  return files.filter(test).sort();
}

/** Do a step unless its stamp says that it was done for the same inputs. */
async function step(what, stampFile, inputs, isThere, work) {
  const stamp = path.join(root, stampFile);
  const wanted = hashOf(inputs);
  if (isThere() && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const started = Date.now();
  say(`${what} …`);
  await work();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  say(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function dependencies() {
  const inputs = ["package.json", "package-lock.json", ".npmrc"].map((name) => path.join(root, name));
  await step(
    "installing dependencies (a minute or two, once)",
    "node_modules/.seamlab-installed",
    inputs,
    () => existsSync(path.join(root, "node_modules")),
    async () => {
      const { code, output } = await run("npm", ["ci", "--no-progress"], { quiet: true });
      if (code !== 0)
        throw new StepError(
          `npm ci failed; it needs the npm registry:\n${output.trim().split("\n").slice(-8).join("\n")}`,
        );
    },
  );
}

async function build() {
  // The code of report.html runs in a browser, whose names and types the rest must not see.
  const projects = ["tsconfig.json", "src/report/html/browser/tsconfig.json"];
  const inputs = [
    ...projects.map((project) => path.join(root, project)),
    ...filesUnder("src", (file) => file.endsWith(".ts")),
  ];
  await step(
    "compiling TypeScript",
    "dist/.seamlab-built",
    inputs,
    () => existsSync(path.join(root, "dist/cli.js")),
    async () => {
      rmSync(path.join(root, "dist"), { recursive: true, force: true });
      for (const project of projects) {
        // By its path: tslab brings a compiler of its own, and which of the two npm links as `tsc` is chance.
        const compiler = ["node_modules/typescript/bin/tsc", "-p", project];
        const { code, output } = await run(process.execPath, compiler, { quiet: true });
        if (code !== 0) throw new StepError(`tsc failed:\n${output}`);
      }
    },
  );
}

async function start([study = "data/quickstart"]) {
  await dependencies();
  await build();
  const { code } = await run(process.execPath, ["dist/cli.js", "run", study]);
  return code;
}

async function test(files) {
  await dependencies();
  await build();
  await run(process.execPath, ["dist/cli.js", "model"]);
  const all = filesUnder("dist", (file) => file.endsWith(".test.js")).map((file) =>
    path.relative(root, file),
  );
  const wanted = files.length === 0 ? all : all.filter((file) => files.some((part) => file.includes(part)));
  if (wanted.length === 0) throw new StepError(`no test file's path holds ${files.join(" or ")}`);
  // Without Python the tests that need notebooks are skipped, and say so.
  if (wanted.some((file) => file.includes("notebook"))) {
    await run(process.execPath, ["dist/notebook/main.js", "environment"]);
  }
  const { code } = await run(process.execPath, ["--test", "--test-reporter=spec", ...wanted]);
  return code;
}

/** A task of the notebooks; both set up JupyterLab and the kernel first. */
async function notebook(task, options) {
  await dependencies();
  await build();
  const { code } = await run(process.execPath, ["dist/notebook/main.js", task, ...options]);
  return code;
}

async function main([task, ...rest]) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new StepError(`Node.js 20.19 or later is needed; this is ${process.version}`);
  }
  switch (task) {
    case "start":
      return start(rest);
    case "test":
      return test(rest);
    case "lab":
      return notebook("lab", rest);
    case "notebooks":
      return notebook("run", rest);
    case "build":
      await dependencies();
      await build();
      return 0;
    default:
      say(
        "usage: node setup.mjs start [study] | test [part of a path] | lab | notebooks [part of a name] | build",
      );
      return 2;
  }
}

// The running step gets the interrupt too, ends in its own way, and decides the exit code.
process.on("SIGINT", () => {});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    say(error instanceof StepError ? `\n${error.message}` : `\n${error.stack}`);
    process.exitCode = 1;
  },
);
