/** Advance widths of the characters from space to `~` in thousandths of the size: DejaVu Sans, a wide face. */
const advances = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
  636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
  295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
  500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
  392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

const boldFactor = 1.12;

/**
 * Width of a line of text in pixels, at most: measured by a table, since a figure has to come out the same whether or
 * not the machine can draw text, and by a wide face, so that text fits whatever the reader's font is.
 *
 * @param size font size in pixels
 */
export function textWidth(text: string, size: number, isBold = false): number {
  let thousandths = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    // Beyond Latin, Greek and Cyrillic: dashes and arrows, full-width scripts, emoji.
    thousandths += advances[code - 32] ?? (code < 0x530 ? 700 : 1000);
  }
  return Math.ceil((thousandths / 1000) * size * (isBold ? boldFactor : 1));
}

/**
 * Text in lines no wider than a width, broken at spaces; a word that is wider has a line of its own.
 *
 * @param width in pixels
 * @param size font size in pixels
 */
export function wrapText(text: string, width: number, size: number, isBold = false): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, size, isBold) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Text cut to a width, with an ellipsis where something is missing. */
export function shortened(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 0 && textWidth(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
