import { splitUnits } from "../chunking/index.js";
import { writeAtomically } from "../corpus/index.js";
import type { ParsedPage } from "../markdown/index.js";
import { type Candidate, EvidenceFinder } from "../questions/evidence.js";
import { type OpenItem, openItems, withAnswer } from "../questions/evidence-edit.js";
import { uniqueQuote } from "../questions/evidence-quote.js";
import type { EditableStudy } from "./exchange-study.js";

const unitsOf = (page: ParsedPage) => splitUnits(page, { max_chars: Number.POSITIVE_INFINITY });

/** An item without quotes, and the file it is in. */
export interface PlacedItem extends OpenItem {
  readonly file: string;
}

/** Finds passages for a study's items without quotes, and writes the chosen ones into its files. */
export class EvidenceWriter {
  readonly items: readonly PlacedItem[];
  private readonly finder: EvidenceFinder;
  private readonly pages: ReadonlyMap<string, ParsedPage>;
  private readonly texts: Map<string, string>;

  constructor({ pages, files }: EditableStudy) {
    this.finder = new EvidenceFinder(pages, unitsOf);
    this.pages = new Map(pages.map((page) => [page.url, page]));
    this.texts = new Map(files.map(({ path, text }) => [path, text]));
    this.items = files.flatMap(({ path: file, json }) => openItems(json).map((item) => ({ ...item, file })));
  }

  /** On the item's own page; on all of them where it names none, or one that isn't in the corpus. */
  candidates({ question, url }: PlacedItem, top: number): Candidate[] {
    return this.finder.candidates(question, top, url !== undefined && this.pages.has(url) ? url : undefined);
  }

  /** What has to be said of an item before its passages are looked at. */
  noteOn({ url }: PlacedItem): string | null {
    if (url === undefined || this.pages.has(url)) return null;
    return `${JSON.stringify(url)} is not a page of the corpus; these are passages of all pages, and choosing one corrects the url`;
  }

  /**
   * Write chosen passages into their item's file, the file whole or not at all.
   *
   * @param passages of one page, in its order
   * @returns what was written, and what a person should know of it
   */
  async write({ name, file, position }: PlacedItem, passages: readonly Candidate[]): Promise<string[]> {
    const [{ page: url }] = passages;
    const page = this.pages.get(url);
    if (page === undefined) throw new Error(`no such page: ${url}`);
    const quotes = passages.map((passage) => uniqueQuote(page, passage, unitsOf));
    const text = withAnswer(
      this.texts.get(file) ?? "",
      position,
      url,
      quotes.map((quote) => quote.text),
    );
    await writeAtomically(file, text);
    this.texts.set(file, text);
    return quotes.flatMap((quote, i) => {
      const written = `${name}: ${JSON.stringify(quote.text)}, ${url} at ${quote.start}, written to ${file}`;
      const isLonger = quote.end - quote.start > passages[i].end - passages[i].start;
      return [
        written,
        ...(isLonger ? ["  lengthened: the passage alone occurs several times on its page"] : []),
        ...(quote.occurrences > 1
          ? [
              `  it occurs ${quote.occurrences} times on its page, and any of them will count; choose a longer passage by hand to mean one`,
            ]
          : []),
      ];
    });
  }
}
