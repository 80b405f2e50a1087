import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, truncateSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { BUILTIN_MODEL, BUILTIN_REVISION, ensureBuiltinModel, sha256OfFile } from "./builtin-model.js";
import { ModelUnavailableError } from "./errors.js";
import { builtModel, projectFolder, temporaryFolder } from "./testing.js";

/**
 * The ONNX file of this revision. If this fails because `build_minilm.py` now writes another graph: raise GRAPH_VERSION
 * in builtin-model.ts, or vectors of the old one would be taken from caches, and put both new values here.
 */
const KNOWN = {
  revision: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db+graph1",
  modelFile: "cfc0faaf267f465a7fd86f0f1e62cf97959194fbd08663103521af32a5755221",
};

const moduleUrl = new URL("./builtin-model.js", import.meta.url).href;

/** A process that sets up the model, printing each step; ends with the hash of the model. */
function setUpProcess(cacheFolder: string) {
  const program = `
    import { ensureBuiltinModel } from ${JSON.stringify(moduleUrl)};
    const { fileHash } = await ensureBuiltinModel({
      cacheFolder: process.argv[1], projectFolder: process.argv[2], onStep: (step) => console.log(step),
    });
    console.log(fileHash);`;
  const args = ["--input-type=module", "-e", program, cacheFolder, projectFolder];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

test("the model is built from the known weights, always as the same bytes", async () => {
  const folder = await builtModel();
  assert.equal(BUILTIN_REVISION, KNOWN.revision);
  assert.equal(await sha256OfFile(path.join(folder, "onnx", "model.onnx")), KNOWN.modelFile);
});

test("a set-up that is killed leaves nothing in place; then two at once both succeed", async (t) => {
  await builtModel();
  const cacheFolder = await temporaryFolder(t);
  const models = path.join(cacheFolder, "models");
  const killed = setUpProcess(cacheFolder);
  for await (const step of killed.stdout.setEncoding("utf8")) {
    if (/downloading/.test(step)) killed.kill("SIGKILL");
  }
  if (killed.signalCode === null && killed.exitCode === null) await once(killed, "exit");
  assert.equal(killed.signalCode, "SIGKILL");
  assert.equal(existsSync(path.join(models, BUILTIN_MODEL)), false);
  assert.ok(readdirSync(models).length > 0, "the killed set-up left its temporary folder");

  const outputs = await Promise.all(
    [setUpProcess(cacheFolder), setUpProcess(cacheFolder)].map(async (child) => {
      let output = "";
      for await (const text of child.stdout.setEncoding("utf8")) output += text;
      if (child.exitCode === null) await once(child, "exit");
      assert.equal(child.exitCode, 0);
      return output.trim();
    }),
  );
  for (const output of outputs) assert.equal(output.split("\n").at(-1), KNOWN.modelFile);
  assert.ok(outputs.some((output) => output.includes("waiting for another set-up")));
  assert.deepEqual(readdirSync(models), [BUILTIN_MODEL]);
});

for (const [name, damage] of [
  ["truncated", (file: string) => truncateSync(file, statSync(file).size - 1)],
  ["changed", (file: string) => copyFileSync(file.replace("onnx/model.onnx", "tokenizer.json"), file)],
] as const) {
  test(`a ${name} model file is noticed`, async (t) => {
    const cacheFolder = await temporaryFolder(t);
    const folder = path.join(cacheFolder, "models", BUILTIN_MODEL);
    await cp(await builtModel(), folder, { recursive: true, dereference: true });
    damage(path.join(folder, "onnx", "model.onnx"));
    const controller = new AbortController();
    const steps: string[] = [];
    const onStep = (step: string): void => {
      steps.push(step);
      controller.abort();
    };
    // It starts to set it up again, which is enough to see here.
    const again = ensureBuiltinModel({ cacheFolder, projectFolder, onStep, signal: controller.signal });
    await assert.rejects(again, { name: "AbortError" });
    assert.match(steps[0] ?? "", /Python/);
    assert.deepEqual(readdirSync(path.join(cacheFolder, "models")), [BUILTIN_MODEL]);
  });
}

test("without Python, the message says what to install and what the other ways are", async (t) => {
  const { PATH } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
  });
  process.env.PATH = await temporaryFolder(t);
  const folder = await temporaryFolder(t);
  await assert.rejects(ensureBuiltinModel({ cacheFolder: folder, projectFolder: folder }), (error) => {
    assert.ok(error instanceof ModelUnavailableError);
    assert.match(error.message, /Python 3\.9 or newer is needed/);
    assert.match(error.message, /apt install python3 python3-venv/);
    assert.match(error.message, /<cache folder>\/models\/<name>/);
    assert.match(error.message, /embedder\.endpoint/);
    assert.doesNotMatch(error.message, /\n\s+at /);
    return true;
  });
  assert.deepEqual(readdirSync(path.join(folder, "models")), []);
});

test("a cache folder that cannot be written is named", async (t) => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, "file");
  mkdirSync(path.join(folder, "project"));
  copyFileSync(new URL(import.meta.url), file);
  const attempt = ensureBuiltinModel({ cacheFolder: file, projectFolder: path.join(folder, "project") });
  await assert.rejects(attempt, (error) => {
    return error instanceof ModelUnavailableError && error.message.includes(path.join(file, "models"));
  });
});
