"""Runs cells in a kernel and interrupts the second one, for a test: JSON on stdout.

    python interrupt_probe.py KERNEL_FOLDER SECONDS FIRST SECOND THIRD

The second cell is interrupted SECONDS after it began. Each cell's status and output are given, and how many seconds
after the interrupt the second one ended.
"""

import json
import sys
import time

from jupyter_client.manager import start_new_kernel


def run(client, code, on_busy=None):
    """Runs a cell to its end; what it wrote, by stream, and its status."""
    message_id = client.execute(code)
    output = {"stdout": "", "stderr": ""}
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["parent_header"].get("msg_id") != message_id:
            continue
        content = message["content"]
        if message["msg_type"] == "stream":
            output[content["name"]] += content["text"]
        if message["msg_type"] == "status" and content["execution_state"] == "idle":
            break
        if message["msg_type"] == "status" and content["execution_state"] == "busy" and on_busy:
            on_busy()
            on_busy = None
    while True:
        reply = client.get_shell_msg(timeout=60)
        if reply["parent_header"].get("msg_id") == message_id:
            return {"status": reply["content"]["status"], **output}


def main():
    folder, seconds, first, second, third = sys.argv[1:]
    manager, client = start_new_kernel(kernel_name="tslab", cwd=folder)
    interrupted = []

    def interrupt():
        time.sleep(float(seconds))
        manager.interrupt_kernel()
        interrupted.append(time.monotonic())

    try:
        results = [run(client, first), run(client, second, interrupt)]
        results[1]["seconds_after_interrupt"] = time.monotonic() - interrupted[0]
        # tslab drops cells that come right after a failed one.
        time.sleep(0.5)
        results.append(run(client, third))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
