import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/*
 * A study that is scored in seconds, for tests: ten pages of one pattern, two questions on each.
 */

const things = ["pump", "valve", "motor", "sensor", "filter", "tank", "relay", "panel", "gasket", "nozzle"];

function page(thing: string, i: number): string {
  return `# The ${thing}

Every machine has one ${thing} at least. It is made of steel, and it is painted in the colour of its maker.

## Mounting the ${thing}

Before the ${thing} is mounted, the mains have to be switched off. Work in pairs, since it weighs ${10 + i} kg.

1. Take the ${thing} out of its crate and look for dents.
2. Put it on the plate and fasten it with ${4 + i} screws.
3. Tighten the screws of the ${thing} crosswise.

## Settings

| setting | unit | default |
| --- | --- | --- |
| pressure | bar | ${2 + i} |
| interval | days | ${30 * (i + 1)} |

## When something goes wrong

A red lamp means that the ${thing} has run dry; fill up oil and start it again. The log says why:

\`\`\`text
E${100 + i} ${thing} stopped after ${i + 3} minutes
\`\`\`
`;
}

function questions(thing: string, i: number): object[] {
  const url = `${thing}.md`;
  return [
    {
      id: `${thing}-lamp`,
      question: `What does a red lamp on the ${thing} mean?`,
      url,
      type: "fact",
      answer_quote: `A red lamp means that the ${thing} has run dry`,
    },
    {
      id: `${thing}-mount`,
      question: `How do I put the ${thing} in place and fix it?`,
      url,
      type: "procedure",
      answer_quotes: [
        `Take the ${thing} out of its crate`,
        i % 2 === 0 ? `Tighten the screws of the ${thing} crosswise` : `fasten it with ${4 + i} screws`,
      ],
    },
  ];
}

/** Write the study to `<folder>`; its results go to `<folder>/results`. */
export async function writeSmallStudy(folder: string): Promise<void> {
  const study = {
    name: "small",
    corpus: { folder: "pages" },
    arms: [
      { name: "fixed 300/0", strategy: "fixed", size: 300, overlap: 0 },
      { name: "heading", strategy: "heading", max_chars: 400 },
      { name: "semantic + path", strategy: "semantic", max_chars: 400, min_chars: 100, path: "breadcrumb" },
    ],
    baseline: "fixed 300/0",
    statistics: { resamples: 199 },
  };
  await mkdir(path.join(folder, "pages"), { recursive: true });
  for (const [i, thing] of things.entries())
    await writeFile(path.join(folder, "pages", `${thing}.md`), page(thing, i));
  await writeFile(path.join(folder, "study.json"), JSON.stringify(study));
  await writeFile(path.join(folder, "test_set.json"), JSON.stringify(things.flatMap(questions)));
}
