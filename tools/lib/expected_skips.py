# SPDX-License-Identifier: Apache-2.0
"""Compares the tests that skipped with the file of those that may.

    line      = [ "[" condition "]" ] id "#" reason
    condition = "root" | "user" | "no-gpu" | "gpu" | "no-nvcc" | "no-mounts" | "no-hiding"
    the skip is expected where it holds
"""

import os
import re
import shutil
import subprocess

LINE = re.compile(r"^(?:\[([a-z-]+)\]\s+)?(.+?)\s+#\s+(\S.*)$")


def fails(*command):
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode != 0


def conditions():
    gpu = shutil.which("nvidia-smi") is not None
    root = os.geteuid() == 0
    user_space = [] if root else ["--user"]
    no_hiding = fails("unshare", *user_space, "--mount", "mount", "-t", "tmpfs", "none", "/proc")
    no_mounts = fails("unshare", "--map-root-user", "--mount", "true")
    return {"root": root, "user": not root, "gpu": gpu, "no-gpu": not gpu,
            "no-mounts": no_mounts, "no-hiding": no_hiding,
            "no-nvcc": shutil.which("nvcc") is None and not os.path.exists("/usr/local/cuda/bin/nvcc")}


def read(path):
    """{id: whether its skip is expected here}; a line that cannot be read is an error."""
    holds = conditions()
    expected = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = LINE.match(line)
        if match is None or (match[1] is not None and match[1] not in holds):
            raise SystemExit(f"{path}:{number}: write: [CONDITION] ID # REASON")
        expected[match[2]] = match[1] is None or holds[match[1]]
    return expected


def compare(path, results, whole):
    """What is wrong with the skips, a line each."""
    expected = read(path)
    skipped = {result.id: result.text for result in results if result.outcome == "skipped"}
    faults = [f"{name} was skipped ({text or 'no reason'}), which {path.name} does not expect"
              for name, text in skipped.items() if not expected.get(name, False)]
    if whole:
        faults += [f"{name} was not skipped, although {path.name} says so"
                   for name, holds in expected.items() if holds and name not in skipped]
    return faults
