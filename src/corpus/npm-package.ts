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

function pack(spec: string, destination: string, signal?: AbortSignal): Promise<void> {
  const args = ["pack", spec, "--ignore-scripts", "--silent", "--pack-destination", destination];
  return new Promise((resolve, reject) => {
    execFile(
      "npm",
      args,
      { cwd: destination, shell: process.platform === "win32", ...(signal ? { signal } : {}) },
      (error, _, stderr) => {
        if (error === null) resolve();
        else if (signal?.aborted) reject(signal.reason);
        else {
          const reason = stderr.trim().split("\n").slice(0, 3).join("\n") || error.message;
          reject(
            new CorpusError(
              `could not fetch ${spec} with npm pack: is there a network, and does this version exist?\n${reason}`,
            ),
          );
        }
      },
    );
  });
}
