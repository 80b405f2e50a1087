import { element } from "./dom.js";

/** A window over the report, closed by Esc, its button, or a click beside it. */
export class ReportDialog {
  readonly root: HTMLDialogElement;
  readonly title = element("h2", { tabindex: -1 });
  readonly controls = element("div", { class: "controls" });
  readonly body = element("div", { class: "dialog-body" });

  /** @param onClose what closing means: to go to another address, after which `hide` is called */
  constructor(id: string, onClose: () => void) {
    this.title.id = `${id}-title`;
    const close = element("button", { type: "button", class: "close", "aria-label": "Close" }, "✕");
    close.addEventListener("click", onClose);
    const bar = element("div", { class: "dialog-bar" }, this.title, close);
    this.root = element(
      "dialog",
      { id, class: "window", "aria-labelledby": this.title.id },
      element("header", {}, bar, this.controls),
      this.body,
    );
    this.root.addEventListener("cancel", (event) => {
      event.preventDefault();
      onClose();
    });
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) onClose();
    });
    document.body.append(this.root);
  }

  /** @returns whether it was closed before */
  show(): boolean {
    if (this.root.open) return false;
    this.root.showModal();
    return true;
  }

  hide(): void {
    if (this.root.open) this.root.close();
  }
}
