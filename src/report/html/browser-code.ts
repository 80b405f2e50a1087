import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { StudyError } from "../../study/index.js";

/** The page's code as it was compiled, from `dist/report/html/browser`. */
const entry = fileURLToPath(new URL("./browser/main.js", import.meta.url));

const importLine = /^import\s[^;]*?\sfrom\s+"(\.[^"]+)";[^\S\n]*$/gm;

/**
 * The page's code as one script: each module once, after those that it imports, without the lines that import and
 * export. So modules share one scope, and a top-level name may occur once; that they do is for a test to see.
 *
 * @throws StudyError where the code isn't compiled
 */
export async function browserCode(file = entry): Promise<string> {
  const modules: string[] = [];
  const seen = new Set<string>();
  const add = async (module: string): Promise<void> => {
    if (seen.has(module)) return;
    seen.add(module);
    const text = await readFile(module, "utf8").catch(() => {
      throw new StudyError(`${module} isn't there; npm run build makes it`);
    });
    for (const [, imported] of text.matchAll(importLine)) {
      await add(path.resolve(path.dirname(module), imported));
    }
    modules.push(withoutModuleSyntax(text));
  };
  await add(file);
  return `"use strict";\n{\n${modules.join("\n")}\n}\n`;
}

function withoutModuleSyntax(text: string): string {
  return text
    .replace(importLine, "")
    .replace(/^export \{\};$/gm, "")
    .replace(/^export (?=(async )?function|const|let|class)/gm, "")
    .replace(/^\/\/# sourceMappingURL=.*$/gm, "")
    .trim();
}
