import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { extract } from "tar";
import { CorpusError } from "./page.js";

const exactVersion = /^(@[^/@]+\/)?[^/@]+@\d+\.\d+\.\d+(-[\w.]+)?$/;

/**
 * The folder of an npm package's files, fetched with `npm pack` unless it is there already. Nothing of the package
 * is installed or run.
 *
 * @param spec `name@1.2.3`: only an exact version names the same files for ever
 * @param cacheFolder where packages are kept; safe to delete
 */
export async function npmPackageFolder(
  spec: string,
  cacheFolder: string,
  signal?: AbortSignal,
): Promise<string> {
  if (!exactVersion.test(spec)) {
    throw new CorpusError(
      `corpus.npm: ${JSON.stringify(spec)} must name an exact version, such as "pino@10.4.0"`,
    );
  }
  const folder = path.join(cacheFolder, "packages", spec.replace("/", "+"));
  if (existsSync(folder)) return folder;
  await mkdir(path.dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}.`);
  try {
    await pack(spec, temporary, signal);
    const archive = (await readdir(temporary)).find((file) => file.endsWith(".tgz"));
    if (archive === undefined) throw new CorpusError(`npm pack ${spec} left no archive`);
    const files = path.join(temporary, "files");
    await mkdir(files);
    await extract({ file: path.join(temporary, archive), cwd: files, strip: 1 });
    await rename(files, folder).catch((error: unknown) => {
      // Another run may have put the same files there meanwhile.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

async function pack(spec: string, destination: string, signal?: AbortSignal): Promise<void> {
  const args = ["pack", spec, "--ignore-scripts", "--silent", "--pack-destination", destination];
  await npm(args, destination, `could not fetch ${spec} with npm pack`, signal);
}

/**
 * The newest version of a package, as npm's tag `latest` has it.
 *
 * @returns an exact version, such as `10.4.0`
 * @throws CorpusError where npm can't tell
 */
export async function latestVersion(name: string, signal?: AbortSignal): Promise<string> {
  const args = ["view", name, "dist-tags.latest"];
  const version = (await npm(args, undefined, `could not ask npm for the latest ${name}`, signal)).trim();
  if (!exactVersion.test(`${name}@${version}`))
    throw new CorpusError(`npm names ${JSON.stringify(version)} as the latest version of ${name}`);
  return version;
}

/** @returns what npm wrote to standard output */
function npm(
  args: readonly string[],
  cwd: string | undefined,
  failure: string,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      "npm",
      args,
      {
        shell: process.platform === "win32",
        ...(cwd === undefined ? {} : { cwd }),
        ...(signal ? { signal } : {}),
      },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (signal?.aborted) reject(signal.reason);
        else {
          const reason = stderr.trim().split("\n").slice(0, 3).join("\n") || error.message;
          reject(new CorpusError(`${failure}: is there a network, and does this version exist?\n${reason}`));
        }
      },
    );
  });
}
