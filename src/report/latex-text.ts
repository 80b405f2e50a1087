/** Signs that LaTeX takes for something else, or that its text fonts lack. */
const known: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "&": "\\&",
  "%": "\\%",
  $: "\\$",
  "#": "\\#",
  _: "\\_",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "''",
  "`": "{`}",
  "−": "$-$",
  "–": "\\textendash{}",
  "—": "\\textemdash{}",
  "†": "\\textdagger{}",
  "…": "\\dots{}",
  "≤": "$\\leq$",
  "≥": "$\\geq$",
  "≈": "$\\approx$",
  "×": "$\\times$",
  "‘": "`",
  "’": "'",
  "“": "``",
  "”": "''",
  "→": "$\\rightarrow$",
  "\u00a0": "~",
};

/**
 * Text as LaTeX shows it. Letters of European languages pass; what pdfLaTeX has no sign for stands as its code point
 * (`U+4E2D`), so that one name doesn't keep a table from compiling.
 */
export function latexText(text: string): string {
  const escaped = Array.from(text.replace(/\s+/g, " "), latexCharacter).join("");
  // Kept apart, or two hyphens become a dash.
  return escaped.replace(/-(?=-)/g, "-{}");
}

function latexCharacter(character: string): string {
  if (Object.hasOwn(known, character)) return known[character];
  const code = character.codePointAt(0) ?? 0;
  const isKnown = (code >= 0x20 && code < 0x7f) || (code >= 0xc0 && code <= 0x17e && !unset.has(character));
  return isKnown ? character : `\\texttt{U+${code.toString(16).toUpperCase().padStart(4, "0")}}`;
}

/** Letters up to U+017E that need another font encoding than LaTeX starts with. */
const unset = new Set("ÐðÞþĐđĄąĘęĮįŲųĦħĸĿŀŉŊŋŦŧſ");
