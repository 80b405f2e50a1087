import type { ReportData } from "../data.js";
import { Lookup } from "../lookup.js";

/** What the reader has chosen, by position. */
export interface Choice {
  readonly retriever: number;
  readonly metric: number;
  /** Of the differences: a type of question. */
  readonly type: number;
  /** The two arms of the page view. */
  readonly left: number;
  readonly right: number;
}

/** The data and the reader's choices; whoever shows a choice is told when it changes. */
export class Store {
  readonly lookup: Lookup;
  private readonly listeners: ((choice: Choice) => void)[] = [];

  constructor(
    readonly data: ReportData,
    private current: Choice,
  ) {
    this.lookup = new Lookup(data);
  }

  get choice(): Choice {
    return this.current;
  }

  choose(change: Partial<Choice>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener(this.current);
  }

  /** Called now, and after each change. */
  onChange(listener: (choice: Choice) => void): void {
    this.listeners.push(listener);
    listener(this.current);
  }
}

/** The study's endpoint, all questions, and the arms of its first comparison. */
export function firstChoice({ primary, types, paired, arms }: ReportData): Choice {
  const [first] = paired;
  return {
    retriever: primary.retriever,
    metric: primary.metric,
    type: types.length - 1,
    left: first?.[2] ?? 0,
    right: first?.[1] ?? Math.min(1, arms.length - 1),
  };
}
