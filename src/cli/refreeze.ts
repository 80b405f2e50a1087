import path from "node:path";
import { refreezeStudy } from "../review/refreeze.js";
import { acceptRefreeze } from "../review/refreeze-accept.js";
import { discardNext, readState } from "../review/refreeze-files.js";
import { readStudyConfig } from "../study/index.js";
import { type Command, linesOf, onlyArgument, tell, UsageError } from "./command.js";
import { ProgressLine } from "./progress.js";
import { refreezeText } from "./refreeze-text.js";

export const refreeze: Command = {
  name: "refreeze",
  usage: "refreeze <study>",
  summary: "take a study's pages again beside the old ones, and find its quotes on them",
  help: `Fetches the pages of the study's corpus as they are now, and lists those that changed, came, went or were renamed.
Every quote of the test set is looked for: one that moved to another page or is spelt otherwise (letter case, white
space, Markdown marks, quotation marks, punctuation) is anchored anew; one that vanished is shown with the closest
text. Nothing old is touched: the new files lie beside the old ones (corpus.next.json, corpus.next.lock.json,
test_set.next.json, study.next.json) until --accept puts them in place. Edit test_set.next.json before that, if a quote
vanished: no question changes its meaning, and none is left out, without your word.

Ends with 1 where quotes vanished, 0 where there is nothing to decide.

Options
  --npm <name@version>   take this version of a package; may be repeated
  --latest               ask npm for the newest version of every package that --npm doesn't name
  --accept               put the new files in place, if every quote is on its page
  --drop-vanished        with --accept: leave out the questions whose answer is gone
  --discard              throw the new files away

Examples
  npx seamlab refreeze data/handbook                     # a folder: what has been edited since
  npx seamlab refreeze data/quickstart --npm undici@8.13.1
  npx seamlab refreeze data/quickstart --accept`,
  options: {
    npm: { type: "string", multiple: true },
    latest: { type: "boolean" },
    accept: { type: "boolean" },
    "drop-vanished": { type: "boolean" },
    discard: { type: "boolean" },
  },
  async run(args, options, signal) {
    const study = onlyArgument(args, "the study's folder, such as data/quickstart");
    const npm = linesOf(options.npm);
    const latest = options.latest === true;
    const [accept, discard, drop] = [
      options.accept === true,
      options.discard === true,
      options["drop-vanished"] === true,
    ];
    if (accept && discard) throw new UsageError("--accept and --discard: give one of them");
    if (drop && !accept) throw new UsageError("--drop-vanished goes with --accept");
    if ((accept || discard) && (npm.length > 0 || latest))
      throw new UsageError("--npm and --latest choose what is fetched; --accept and --discard fetch nothing");
    if (discard) {
      await discardNext(study);
      tell(`nothing waits in ${study} any more`);
      return 0;
    }
    if (accept) {
      await readStudyConfig(study);
      if ((await readState(study)) === null) {
        // A build that accepts whatever it finds finds nothing on most days.
        tell(`nothing waits to be taken in ${study}`);
        return 0;
      }
      const { files, dropped, shortened } = await acceptRefreeze(study, drop);
      for (const file of files) tell(`put in place: ${file}`);
      if (dropped.length > 0) tell(`left out, as their answer is gone: ${dropped.join(", ")}`);
      if (shortened.length > 0) tell(`kept with the places that still answer them: ${shortened.join(", ")}`);
      tell(`next: npx seamlab check ${study}, then run it with --results <folder> and compare`);
      return 0;
    }
    const date = new Date().toISOString().slice(0, 10);
    const progress = new ProgressLine();
    const onProgress = (done: number, total: number): void =>
      progress.update("looking for the quotes", done, total, "questions");
    const found = await refreezeStudy(study, { npm, latest, date, signal, onProgress }).finally(() =>
      progress.clear(),
    );
    for (const note of found.notes) tell(note);
    process.stdout.write(`${refreezeText(found)}\n`);
    for (const file of found.written) tell(`waits beside ${path.join(study, file)}`);
    const open = found.items.filter(({ is_open }) => is_open).length;
    if (found.written.length === 0) tell("nothing changed; nothing was written");
    else if (open === 0) tell(`to put the new files in place: npx seamlab refreeze ${study} --accept`);
    else {
      tell(
        `mend them in the new test set, then: npx seamlab refreeze ${study} --accept\nor leave them out: npx seamlab refreeze ${study} --accept --drop-vanished`,
      );
    }
    return open > 0 ? 1 : 0;
  },
};
