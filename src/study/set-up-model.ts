import { ensureBuiltinModel } from "../embedding/index.js";
import { cacheFolder, projectFolder } from "./places.js";

/**
 * Make sure that the built-in model is there, so that tests and runs find it.
 *
 * @throws ModelUnavailableError saying what to do
 */
export async function setUpModel(onStep: (text: string) => void, signal?: AbortSignal): Promise<void> {
  await ensureBuiltinModel({
    cacheFolder: cacheFolder(),
    projectFolder,
    onStep,
    ...(signal ? { signal } : {}),
  });
}
