# SPDX-License-Identifier: Apache-2.0
"""How one command is measured: its time by hyperfine, its peak memory by the kernel's own count."""

import json
import os
import subprocess
import tempfile
import time

MIB = 1024


def seconds(command, runs, env, prepare=None, codes=(0,), folder=None):
    """Median seconds of a command, output thrown away; an unexpected exit code is an error."""
    words = [str(word) for word in command]
    environment = {**os.environ, **env}
    if runs == 1:
        begin = time.monotonic()
        done = subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                              cwd=folder)
        if done.returncode not in codes:
            raise SystemExit(f"bench: {' '.join(words)} ended with {done.returncode}")
        return time.monotonic() - begin
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        options = ["--shell=none", "--warmup=1", f"--runs={runs}", "--style=none", f"--export-json={file.name}"]
        if prepare:
            options.append(f"--prepare={prepare}")
        subprocess.run(["hyperfine", *options, " ".join(words)], env=environment, check=True, cwd=folder)
        return json.load(file)["results"][0]["median"]


def peak_mib(command):
    """Peak resident MiB of the process itself, without its children."""
    words = [str(word) for word in command]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    # VmHWM only grows; the last reading before the end is the peak but for its last milliseconds.
    while process.poll() is None:
        peak = max(peak, _high_water_kib(process.pid))
        time.sleep(0.005)
    return peak / MIB


def _high_water_kib(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            lines = [line for line in file if line.startswith("VmHWM:")]
    except OSError:
        return 0
    return int(lines[0].split()[1]) if lines else 0


def accounting(record):
    """(launches that ran tests, tests with more than one attempt, counts) of a run.json."""
    with open(record, encoding="utf-8") as file:
        run = json.load(file)
    launches = [launch for launch in run["launches"] if launch["purpose"] not in ("list", "canary", "build")]
    twice = [test["id"] for test in run["tests"] if len(test["attempts"]) > 1]
    return len(launches), len(twice), run["counts"]
