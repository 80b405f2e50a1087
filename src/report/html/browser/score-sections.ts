import { list, share, whole } from "../../format.js";
import type { ShownScore } from "../lookup.js";
import { armCell, scoreCell } from "./cells.js";
import { type Column, DataTable } from "./data-table.js";
import { byId, element } from "./dom.js";
import type { Choice, Store } from "./store.js";

/** Every metric of every arm, over all questions. */
export function showScores(store: Store): void {
  const { data, lookup } = store;
  const table = new DataTable();
  const note = element("p", { class: "note" });
  byId("scores-table").append(table.root, note);
  const all = data.types.length - 1;
  const [chunks, chars] = ["chunks", "mean"].map((title) =>
    data.chunk_columns.findIndex((column) => column.title === title),
  );
  store.onChange(({ retriever }) => {
    const stat = (key: string, title: string, hint: string, at: number): Column => ({
      ...{ key, title, hint },
      value: (row) => data.arms[row].stats[at],
      cell: (row) => whole(data.arms[row].stats[at] ?? 0),
    });
    const isPrimary = retriever === data.primary.retriever;
    table.show({
      caption: `${data.retrievers[retriever]}: all questions`,
      rows: data.arms.length,
      columns: [
        armColumn(store, isPrimary),
        stat("chunks", "chunks", "how many chunks", chunks),
        stat("chars", "chars", "mean length of a chunk in characters", chars),
        ...data.metrics.map((metric, m): Column => {
          const score = (row: number): ShownScore | null => lookup.score(retriever, row, all, m);
          return {
            key: metric.name,
            title: metric.name,
            hint: metric.title,
            value: (row) => score(row)?.estimate ?? null,
            cell: (row) => scoreCell(score(row), metric, data.arms[row].color),
          };
        }),
      ],
    });
    const shown = data.metrics.flatMap((_, m) => lookup.score(retriever, 0, all, m) ?? []);
    note.textContent = `${basis(shown, data.level)}${cutNote(store)}`;
  });
}

/** A metric of every arm, a column a type of question. */
export function showTypes(store: Store): void {
  const { data, lookup } = store;
  const table = new DataTable();
  const note = element("p", { class: "note" });
  byId("types-table").append(table.root, note);
  store.onChange(({ retriever, metric: m }) => {
    const metric = data.metrics[m];
    const types = data.types.flatMap((type, t) => {
      const n = data.arms
        .map((_, arm) => lookup.score(retriever, arm, t, m)?.n)
        .find((count) => count !== undefined);
      return n === undefined ? [] : [{ type, t, n }];
    });
    table.show({
      caption: `${metric.ranked ? data.retrievers[retriever] : "chunks alone"}: ${metric.name} by type of question`,
      rows: data.arms.length,
      columns: [
        armColumn(store, false),
        ...types.map(({ type, t, n }): Column => {
          const score = (row: number): ShownScore | null => lookup.score(retriever, row, t, m);
          return {
            key: type,
            title: element("span", {}, element("bdi", {}, type), ` (${n})`),
            hint: t === data.types.length - 2 ? "the types weigh equally" : `${n} questions`,
            value: (row) => score(row)?.estimate ?? null,
            cell: (row) => scoreCell(score(row), metric, data.arms[row].color),
          };
        }),
      ],
    });
    const shown = types.flatMap(({ t }) => lookup.score(retriever, 0, t, m) ?? []);
    note.textContent = `${metric.title}. In brackets: questions of the type; macro: the types weigh equally. ${basis(shown, data.level, false)}`;
  });
}

/** What the chunks themselves are like. */
export function showChunks({ data }: Store): void {
  const table = new DataTable();
  byId("chunks-table").append(table.root);
  const names: Column = {
    key: "arm",
    title: "arm",
    value: (row) => data.arms[row].name,
    cell: (row) => armCell(data.arms[row], false),
  };
  table.show({
    caption: "Chunks by arm: lengths in characters, shares of the arm's chunks",
    rows: data.arms.length,
    columns: [
      names,
      ...data.chunk_columns.map(
        ({ title, hint, kind }, i): Column => ({
          ...{ key: title, title, hint },
          value: (row) => data.arms[row].stats[i],
          cell: (row) => {
            const value = data.arms[row].stats[i];
            return value === null ? "–" : kind === "whole" ? whole(value) : share(value, 3);
          },
        }),
      ),
    ],
  });
}

function armColumn({ data }: Store, withVerdict: boolean): Column {
  return {
    key: "arm",
    title: "arm",
    value: (row) => data.arms[row].name,
    cell: (row) => armCell(data.arms[row], withVerdict),
  };
}

/** What intervals are made of: how many questions, which methods. */
function basis(shown: readonly ShownScore[], level: number, withCounts = true): string {
  const [first] = shown;
  if (first === undefined) return "";
  const methods = [...new Set(shown.map(({ method }) => method).filter((method) => method !== ""))];
  const counts = withCounts ? `n = ${first.n} questions on ${first.pages} pages. ` : "";
  return `${counts}[ ]: ${Math.round(100 * level)} % interval${methods.length > 0 ? ` (${list(methods)})` : ""}; n.e.: not estimable. Intervals that overlap don't say that two arms are alike: see the differences.`;
}

/** What † means, where it occurs. */
function cutNote({ data }: Store): string {
  const isMarked = data.arms.some(({ label, name }) => label !== name);
  return isMarked ? " †: too many of the arm's texts are longer than the embedder reads." : "";
}

/** Show of each section's drawings the one that belongs to the chosen retriever, and say of what it is. */
export function showFigures(store: Store): void {
  const figures = [...document.querySelectorAll<HTMLElement>("figure[data-retriever]")];
  store.onChange(({ retriever }: Choice) => {
    for (const figure of figures) figure.hidden = figure.dataset.retriever !== String(retriever);
  });
}
