/** Wrong use of the command: an unknown option, a missing argument. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What a command says and how it ended: 0 fine, 1 a problem in the data or the run. */
export interface Command {
  readonly name: string;
  /** The arguments, as shown in its usage line. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The whole of `--help` below the usage line. */
  readonly help: string;
  /** Options that take a value, and switches. Where one is `multiple`, its values come as lines (see `linesOf`). */
  readonly options: Readonly<
    Record<string, { readonly type: "string" | "boolean"; readonly multiple?: boolean }>
  >;
  run(
    args: readonly string[],
    options: Readonly<Record<string, string | boolean | undefined>>,
    signal: AbortSignal,
  ): Promise<number>;
}

/** The one argument that a command takes. */
export function onlyArgument(args: readonly string[], what: string): string {
  const [first, ...rest] = args;
  if (first === undefined) throw new UsageError(`name ${what}`);
  if (rest.length > 0) throw new UsageError(`one argument is taken, not ${args.length}: ${args.join(" ")}`);
  return first;
}

/** The values of an option that may be repeated; none where it wasn't given. */
export function linesOf(option: string | boolean | undefined): string[] {
  return typeof option === "string" ? option.split("\n") : [];
}

/** For people: to standard error, so that standard output can be piped. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
