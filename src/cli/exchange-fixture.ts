import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const pages = [
  { url: "pump.md", markdown: "# Pump\n\nPress the green button. Wait for steam.\n\nMind the steam.\n" },
  { url: "tank.md", markdown: "# Tank\n\nOpen the lower valve. Wait for steam.\n" },
];
/**
 * A study of two small pages in a folder of its own, which is removed afterwards.
 *
 * @param testSet the text of its test set; null where it has no file yet
 */
export async function withStudy(
  testSet: string | null,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-"));
  try {
    await writeFile(
      path.join(folder, "study.json"),
      JSON.stringify({ name: "s", corpus: { file: "pages.json" } }),
    );
    await writeFile(path.join(folder, "pages.json"), JSON.stringify(pages));
    if (testSet !== null) await writeFile(path.join(folder, "test_set.json"), testSet);
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const testSetOf = (folder: string): Promise<string> =>
  readFile(path.join(folder, "test_set.json"), "utf8");

/** Three questions, one of them with its quote. */
export const openSet = `[
  {"id": "done", "question": "x?", "url": "tank.md", "type": "t", "answer_quote": "Open the lower valve."},
  {
    "id": "a",
    "question": "Which valve is to be opened?",
    "type": "fact"
  },
  {
    "id": "b",
    "question": "How to handle steam with a button",
    "url": "pump.md",
    "type": "procedure"
  }
]
`;
