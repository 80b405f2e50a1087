"""Executes notebooks from clean and checks that every code cell ran and produced what its metadata names.

    python run_notebooks.py --kernel-folder notebooks [--html FOLDER] [--timeout SECONDS] NOTEBOOK ...

The notebooks themselves are not changed. Exit code 1 if a cell failed; the cell and its message are printed.

tslab's cells fail with text on stderr alone, and after a failing cell the ones that are waiting are skipped without a
word, so nothing here goes on after a fault, and a cell counts as good only by what it produced.
"""

import argparse
import json
import os
import re
import sys
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbconvert import HTMLExporter

# Run after each cell: the names that hold a promise; how many pieces of work have begun and not ended (src/notebook
# counts them).
PROBE = """
const seamlabProbe = globalThis as any;
JSON.stringify({
  promises: Object.entries(seamlabProbe.__tslab__.exports).filter(([, value]) => value instanceof Promise)
    .map(([name]) => name),
  running: seamlabProbe[Symbol.for("seamlab.running")]?.size ?? 0,
})
"""
PROGRESS = "seamlab-progress"


class CellFault(Exception):
    """What is wrong with a cell, in plain words."""


def kinds(cell):
    """What a cell produced, in order: svg, html, text; progress doesn't count."""
    found = []
    for output in cell.outputs:
        if output.output_type == "stream":
            kind = "text"
        else:
            data = output.get("data", {})
            if "image/svg+xml" in data:
                kind = "svg"
            elif "text/html" in data:
                if PROGRESS in data["text/html"]:
                    continue
                kind = "html"
            else:
                kind = " ".join(sorted(data)) or output.output_type
        if kind != "text" or not found or found[-1] != "text":
            found.append(kind)
    return found


def text_of(cell, name):
    return "".join(o.text for o in cell.outputs if o.output_type == "stream" and o.name == name)


def check(cell, promises, running):
    """Raises CellFault unless the cell produced what its metadata names, and nothing else."""
    stderr = text_of(cell, "stderr").strip()
    if stderr:
        raise CellFault(stderr)
    if "Promise { <pending> }" in text_of(cell, "stdout"):
        raise CellFault("unfinished promise: the cell ends in a promise that it does not await")
    if promises:
        raise CellFault(f"unfinished promise: {', '.join(promises)} holds a promise; is an await missing?")
    if running:
        raise CellFault("unfinished promise: the cell ended while its work was still going on; is an await missing?")
    wanted = cell.metadata.get("seamlab", {}).get("produces")
    if wanted is None:
        raise CellFault('the cell\'s metadata does not say what it produces: "seamlab": { "produces": [...] }')
    found = kinds(cell)
    if found != list(wanted):
        raise CellFault(f"the cell should produce [{', '.join(wanted)}] and produced [{', '.join(found)}]")
    for output in cell.outputs:
        svg = output.get("data", {}).get("image/svg+xml", "")
        if svg and (not svg.lstrip().startswith("<svg") or re.search(r"\b(NaN|undefined|Infinity)\b", svg)):
            raise CellFault("the picture is no SVG, or holds NaN, undefined or Infinity")


def hidden(client, code):
    """Run code that isn't part of the notebook; what it printed."""
    cells = client.nb.cells
    cells.append(nbformat.v4.new_code_cell(code))
    try:
        client.execute_cell(cells[-1], len(cells) - 1, store_history=False)
        return text_of(cells[-1], "stdout").strip()
    finally:
        cells.pop()


def execute(notebook, kernel_folder, timeout):
    """Executes in place; raises CellFault with the cell in its message."""
    client = NotebookClient(
        notebook,
        kernel_name="tslab",
        timeout=timeout,
        resources={"metadata": {"path": kernel_folder}},
    )
    with client.setup_kernel():
        position = 0
        for index, cell in enumerate(notebook.cells):
            if cell.cell_type != "code":
                continue
            position += 1
            try:
                run_cell(client, cell, index, position, timeout)
            except CellFault as fault:
                source = "\n".join(f"    {line}" for line in cell.source.splitlines())
                raise CellFault(f"code cell {position}:\n{source}\n  {fault}") from None


def run_cell(client, cell, index, position, timeout):
    replies = []
    client.on_cell_executed = lambda **event: replies.append(event["execute_reply"]["content"]["status"])
    try:
        client.execute_cell(cell, index, execution_count=position)
    except CellTimeoutError:
        raise CellFault(
            f"not finished after {timeout} s: a promise that never settles, or work that takes too long"
        ) from None
    except CellExecutionError as error:
        raise CellFault(text_of(cell, "stderr").strip() or str(error)) from None
    except DeadKernelError:
        raise CellFault("the kernel died") from None
    if replies != ["ok"]:
        raise CellFault(f"the cell was not executed: the kernel answered {', '.join(replies) or 'nothing'}")
    client.on_cell_executed = None
    check(cell, **json.loads(hidden(client, PROBE)))


def write_html(notebook, name, folder):
    body, _ = HTMLExporter(template_name="lab").from_notebook_node(notebook, {"metadata": {"name": name}})
    # For formulas, diagrams and widgets, which there are none of; they would be fetched from elsewhere.
    body = re.sub(r"<script\b.*?</script>", "", body, flags=re.DOTALL)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{name}.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(body)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kernel-folder", required=True)
    parser.add_argument("--html")
    parser.add_argument("--timeout", type=int, default=3600)
    parser.add_argument("notebooks", nargs="+")
    arguments = parser.parse_args()
    failed = 0
    for path in arguments.notebooks:
        name = os.path.splitext(os.path.basename(path))[0]
        started = time.monotonic()
        print(f"{name} …", file=sys.stderr, flush=True)
        notebook = nbformat.read(path, as_version=4)
        try:
            execute(notebook, arguments.kernel_folder, arguments.timeout)
            print(f"  executed in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        except (CellFault, RuntimeError) as fault:
            # A RuntimeError is a kernel that doesn't start; there is no cell to show then.
            failed += 1
            print(f"  FAILED: {os.path.basename(path)}, {fault}", file=sys.stderr, flush=True)
        if arguments.html:
            write_html(notebook, name, arguments.html)
    if failed:
        print(f"{failed} of {len(arguments.notebooks)} notebooks failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
