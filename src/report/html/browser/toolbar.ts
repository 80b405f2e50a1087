import { byId, element, selectField } from "./dom.js";
import type { Store } from "./store.js";

/** The choices that all tables share: the retriever, and the metric of what shows one at a time. */
export function showToolbar(store: Store): void {
  const { data } = store;
  const metrics = data.metrics.map(({ name }, i) => ({ value: String(i), text: name }));
  const metric = selectField("metric", metrics, (value) => store.choose({ metric: Number(value) }));
  const retriever = retrieverChoice(store, "toolbar");
  byId("toolbar").append(retriever, metric.root);
  store.onChange((choice) => {
    metric.select.value = String(choice.metric);
  });
}

/** A group of buttons of which one is chosen. @param name of the group, unlike any other's */
export function retrieverChoice(store: Store, name: string): HTMLElement {
  const inputs = store.data.retrievers.map((retriever, i) => {
    const input = element("input", { type: "radio", name: `retriever-${name}`, value: i });
    input.addEventListener("change", () => store.choose({ retriever: i }));
    return { input, label: element("label", {}, input, element("span", {}, retriever)) };
  });
  store.onChange(({ retriever }) => {
    for (const [i, { input }] of inputs.entries()) input.checked = i === retriever;
  });
  return element(
    "fieldset",
    { class: "segments" },
    element("legend", {}, "retriever"),
    ...inputs.map(({ label }) => label),
  );
}
