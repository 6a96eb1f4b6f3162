# SPDX-License-Identifier: Apache-2.0
"""Small trees with one planted violation each, for the checkers' own tests."""

import pathlib
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

PAGE = """# Architecture

```layers
base     :
pact     :
format   : base
model    : base
os       : base
harness  : base model
proc     : base model os
engine   : base model os harness/contract proc
cli      : everything above
client   : pact
probes   : pact
suites   : client
allow CLI11: cli
allow nlohmann: format
allow fmt: any of src
```
"""

# In two parts so that this line is not itself an SPDX line.
SPDX = "// SPDX-License-" + "Identifier: Apache-2.0\n"


def plant(root, files, page=PAGE):
    """Writes files (name -> text) and the page under root."""
    for name, text in {"docs/architecture.md": page, **files}.items():
        path = pathlib.Path(root) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def check(tool, root, *options):
    """Runs a checker on the planted tree: (exit code, its findings, its last line)."""
    command = [REPOSITORY / "tools" / tool, "--root", root, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr
