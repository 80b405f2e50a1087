/** Gives out ids: those asked for, and `<first part of the url>-007` to items that have none. */
export class IdMaker {
  private readonly taken: Set<string>;
  private readonly reserved: ReadonlySet<string>;

  /**
   * @param taken ids that nothing else may get
   * @param reserved ids that will be asked for, and aren't made up for others
   */
  constructor(taken: readonly string[], reserved: readonly string[]) {
    this.taken = new Set(taken);
    this.reserved = new Set(reserved);
  }

  isTaken(id: string): boolean {
    return this.taken.has(id);
  }

  take(wanted: string | undefined, url: string | undefined): string {
    const id = wanted ?? this.next(prefixOf(url));
    this.taken.add(id);
    return id;
  }

  private next(prefix: string): string {
    for (let number = 1; ; number++) {
      const id = `${prefix}-${String(number).padStart(3, "0")}`;
      if (!this.taken.has(id) && !this.reserved.has(id)) return id;
    }
  }
}

function prefixOf(url: string | undefined): string {
  const [first] = (url ?? "").replace(/^https?:\/\//, "").split("/");
  const slug = first
    .toLowerCase()
    .replace(/\.mdx?$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "q" : slug;
}
