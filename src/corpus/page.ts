import { createHash } from "node:crypto";

/** One frozen document. */
export interface Page {
  /** Its address within the corpus; for npm packages `<package>/<path with extension>`, without the version. */
  readonly url: string;
  /** When its text was taken, as an ISO date. */
  readonly retrieved_at: string;
  /** Its text, never changed. */
  readonly markdown: string;
}

export interface LockedPage {
  readonly url: string;
  /** SHA-256 of the text as UTF-8, in hexadecimal. */
  readonly sha256: string;
  /** Length in UTF-16 units. */
  readonly length: number;
}

/** What a lock keeps of a page. */
export function lockPage({ url, markdown }: Pick<Page, "url" | "markdown">): LockedPage {
  return {
    url,
    sha256: createHash("sha256").update(markdown, "utf8").digest("hex"),
    length: markdown.length,
  };
}

/** A fault of the corpus that a person can mend; its message says how, and a stack would only hide it. */
export class CorpusError extends Error {
  override readonly name = "CorpusError";
}
