#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Captures what the plug-in writes for a suite, as tests/data/harness/pytest has it.

usage: capture.py PYTHON SUITE OUT [NAME=VALUE]...

Lists the suite, runs all that is not marked to be skipped, and writes OUT.listing.json, OUT.stream and, where the
session came to its end, OUT.closing.json. PYTHON is the interpreter; variables come after.
"""

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PLUGIN = ROOT / "src" / "harness" / "pytest" / "cupel_stream.py"


def start(python, suite, launch, variables, options=()):
    """The folder that one launch of the suite leaves behind."""
    folder = Path(tempfile.mkdtemp(prefix="capture-"))
    shutil.copy(PLUGIN, folder)
    (folder / "launch.json").write_text(json.dumps(launch))
    path = os.pathsep.join([str(folder)] + [p for p in [os.environ.get("PYTHONPATH")] if p])
    os.mkfifo(folder / "closing.json")
    fifo = os.open(folder / "closing.json", os.O_RDWR | os.O_NONBLOCK)
    done = subprocess.run([python, "-m", "pytest", "-p", "no:cacheprovider", *options, "-p", "cupel_stream"], cwd=suite,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": path, **variables},
                          stdout=subprocess.DEVNULL, check=False)
    try:
        closing = os.read(fifo, 1 << 16)
    except BlockingIOError:
        closing = b""
    listing = folder / "listing.json"
    text = listing.read_text() if listing.exists() else ""
    shutil.rmtree(folder)
    return done.returncode, text, closing


def listen(received):
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        connection, _ = server.accept()
        while data := connection.recv(65536):
            received.append(data)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    return "127.0.0.1:{}".format(server.getsockname()[1]), thread


def name_bytes(name):
    return bytes.fromhex(name["hex"]) if isinstance(name, dict) else name.encode()


def main():
    python, suite, out = sys.argv[1], sys.argv[2], sys.argv[3]
    variables = dict(word.split("=", 1) for word in sys.argv[4:])
    _, listing, _ = start(python, suite, {"mode": "list"}, variables, ["--collect-only", "-q"])
    Path(out + ".listing.json").write_text(listing)
    tests = json.loads(listing)["tests"]
    names = sorted(name_bytes(test["id"]) for test in tests)
    seen, chosen = {}, []
    for test in tests:
        key = name_bytes(test["id"])
        seen[key] = seen.get(key, -1) + 1
        if "skip" not in test:
            chosen.append([test["id"], seen[key]])
    received = []
    address, thread = listen(received)
    code, _, closing = start(python, suite, {
        "mode": "run", "stream": address, "chosen": chosen, "listed": hashlib.sha256(b"\0".join(names)).hexdigest(),
    }, variables)
    thread.join(timeout=5)
    Path(out + ".stream").write_bytes(b"".join(received))
    if closing:
        Path(out + ".closing.json").write_bytes(closing)
    print("exit code", code)


if __name__ == "__main__":
    main()
