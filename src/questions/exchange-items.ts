import { openItems } from "./evidence-edit.js";
import { parseTestSet, type TestItem } from "./test-set.js";

/**
 * The items of a test set's JSON, in its order, those that have no quotes yet among them.
 *
 * @param json null where there is no file yet
 * @returns without what `parseTestSet` finds to be in no item's form
 */
export function itemsAsWritten(json: unknown): TestItem[] {
  if (!Array.isArray(json)) return [];
  const open = new Map(openItems(json).map((item) => [item.position, item]));
  return json.flatMap((value: unknown, position): TestItem[] => {
    const [item] = parseTestSet([value]).items;
    if (item !== undefined) return [item];
    const unanswered = open.get(position);
    if (unanswered === undefined) return [];
    const { name, question, url } = unanswered;
    const type = (value as { type?: unknown }).type;
    return [
      {
        id: name,
        question,
        ...(url === undefined ? {} : { url }),
        type: typeof type === "string" ? type : "",
      },
    ];
  });
}
