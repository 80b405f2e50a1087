import { cutShareLimit } from "../../study/index.js";
import { axisLabelWidth } from "./axis-labels.js";
import { shortened, textWidth, wrapText } from "./text-width.js";
import { cutterLooks, ink, type Look, otherLook, pathDash, spareShapes, textSize } from "./theme.js";

/** What a figure wants to know of an arm beside its name; a row of `chunk_stats.csv` has it. */
export interface ArmNote {
  readonly arm: string;
  /** The strategy first, then its parameters, as `describeArm` writes it: `heading, max_chars 1200, path breadcrumb`. */
  readonly setting: string;
  readonly cut_share?: number | null;
}

/** How an arm is drawn. */
export interface ArmLook extends Look {
  readonly arm: string;
  readonly cutter: string;
  readonly hasPath: boolean;
  /** The colour with a heading path, white without. */
  readonly fill: string;
  readonly dash: readonly number[];
  /** The name, with † where more than 1 % of the arm's texts are cut by the embedder's limit. */
  readonly label: string;
}

/**
 * The looks of arms, in the order of `notes` (the study's), or as they come where there are none; then strategy and
 * path are read from the arm's name, and a name that says neither gets the look of a strategy of the user's own.
 *
 * @param arms names, repeated or not
 */
export function armLooks(arms: Iterable<string>, notes: readonly ArmNote[] = []): ArmLook[] {
  const names = new Set(arms);
  const known = notes.map(({ arm }) => arm).filter((arm) => names.has(arm));
  const looks: ArmLook[] = [];
  for (const arm of new Set([...known, ...names])) {
    const note = notes.find((each) => each.arm === arm);
    looks.push(distinct(lookOf(arm, note), looks));
  }
  return looks;
}

function lookOf(arm: string, note: ArmNote | undefined): ArmLook {
  const setting = note?.setting ?? arm;
  const cutter = /^[^,\s]*/.exec(setting)?.[0] ?? "";
  const look = Object.hasOwn(cutterLooks, cutter) ? cutterLooks[cutter] : otherLook;
  const hasPath = note === undefined ? /\+ ?path\b/.test(arm) : /, path /.test(setting);
  return {
    ...look,
    arm,
    cutter,
    hasPath,
    fill: hasPath ? look.color : ink.paper,
    dash: pathDash[hasPath ? "with" : "without"],
    label: (note?.cut_share ?? 0) > cutShareLimit ? `${arm} †` : arm,
  };
}

/** Another shape where an earlier arm has the same look: the same cutter with other parameters. */
function distinct(look: ArmLook, earlier: readonly ArmLook[]): ArmLook {
  const used = earlier.flatMap(({ color, fill, shape }) =>
    color === look.color && fill === look.fill ? [shape] : [],
  );
  const shape = [look.shape, ...spareShapes].find((each) => !used.includes(each)) ?? look.shape;
  return { ...look, shape };
}

/** Scales from arm to look, for the encodings of marks. */
export function armScales(looks: readonly ArmLook[]) {
  const domain = looks.map(({ arm }) => arm);
  return {
    color: { domain, range: looks.map(({ color }) => color) },
    fill: { domain, range: looks.map(({ fill }) => fill) },
    shape: { domain, range: looks.map(({ shape }) => shape) },
    dash: { domain, range: looks.map(({ dash }) => [...dash]) },
  };
}

/** Sentences that explain the looks in use. */
export function lookNotes(looks: readonly ArmLook[]): string[] {
  const marked = looks.some(({ arm, label }) => label !== arm);
  const bothKinds = new Set(looks.map(({ hasPath }) => hasPath)).size === 2;
  return [
    ...(bothKinds ? ["Filled: with heading path; hollow: without."] : []),
    ...(marked
      ? [`†: more than ${cutShareLimit * 100} % of the arm's texts are longer than the embedder reads.`]
      : []),
  ];
}

/** An arm's label in one line, with an ellipsis where it is too long; † is never lost. */
export function armText({ arm, label }: ArmLook, width: number, size: number): string {
  const mark = label.slice(arm.length);
  return shortened(arm, width - textWidth(mark, size), size) + mark;
}

/** An arm's label in one line, or in two with an ellipsis where that is not enough; † is never lost. */
export function armLines(look: ArmLook, width = axisLabelWidth): string[] {
  const [first, ...more] = wrapText(look.arm, width, textSize.label);
  if (more.length === 0) return [armText(look, width, textSize.label)];
  const mark = look.label.slice(look.arm.length);
  const rest = more.join(" ");
  return [
    shortened(first, width, textSize.label),
    armText({ ...look, arm: rest, label: rest + mark }, width, textSize.label),
  ];
}
