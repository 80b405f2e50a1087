"""Run a module or a script like python itself, but end when the process that started it ends.

    python while_parent_lives.py -m MODULE [ARGUMENT ...]
    python while_parent_lives.py SCRIPT [ARGUMENT ...]

Standard input must be a pipe that the parent keeps open and writes nothing to: if the parent is killed, the pipe
closes. Otherwise a set-up that was killed would go on in the background, in the way of the next one.
"""

import os
import runpy
import sys
import threading


def watch():
    # Not sys.stdin.read(): its lock would still be held when the interpreter shuts down.
    os.read(0, 1)
    os._exit(1)


threading.Thread(target=watch, daemon=True).start()
# Not this folder: the modules that are run must find only what is installed.
del sys.path[0]
sys.argv = sys.argv[1:]
if sys.argv[0] == "-m":
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    runpy.run_path(sys.argv[0], run_name="__main__")
