import type { RunComparison } from "../review/compare.js";

/** What a person should know before the tables are believed; for standard error. */
export function comparisonNotes(comparison: RunComparison): string[] {
  const { questions, edited, pages, only_before, only_after, settings } = comparison;
  const notes: string[] = [];
  const say = (items: readonly string[], text: (what: string) => string): void => {
    if (items.length > 0) notes.push(text(named(items)));
  };
  say(questions.only_before, (ids) => `only before, not compared: ${ids}`);
  say(questions.only_after, (ids) => `only after, not compared: ${ids}`);
  say(only_before, (arms) => `arms only before, not compared: ${arms}`);
  say(only_after, (arms) => `arms only after, not compared: ${arms}`);
  if (edited === null)
    notes.push("not both runs left a questions.csv, so it can't be told whether questions were edited");
  else {
    say(edited.asked_otherwise, (ids) => `asked in other words than before: ${ids}`);
    say(
      edited.answered_otherwise,
      (ids) => `answered by another quote, or on another page, than before: ${ids}`,
    );
    say(edited.other_type, (ids) => `of another type than before (the new one counts): ${ids}`);
  }
  if (pages === null) notes.push("not both runs left a pages.csv, so it can't be told which pages changed");
  if (settings.length > 0)
    notes.push("the runs differ in more than pages:", ...settings.map((line) => `  ${line}`));
  return notes;
}

function named(items: readonly string[]): string {
  const shown = items.slice(0, 10);
  const more = items.length > shown.length ? `, and ${items.length - shown.length} more` : "";
  return `${items.length}: ${shown.join(", ")}${more}`;
}
