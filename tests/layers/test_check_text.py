# SPDX-License-Identifier: Apache-2.0
"""tools/check_text refuses each kind of stray text, and accepts its twin."""

import planted
import pytest

# Planted words are put together here so that this file does not hold them.
HOME = "/" + "home/somebody/cupel"
HOST = "pypi" + ".org"

CASES = [
    ("no SPDX line", "src/base/a.cc", "int x;\n", "0 SPDX lines", planted.SPDX + "int x;\n"),
    ("two SPDX lines", "src/base/a.cc", planted.SPDX * 2, "2 SPDX lines", planted.SPDX),
    ("SPDX line far down", "src/base/a.cc", "\n\nint x;\n" + planted.SPDX, "first three",
     "\n\n" + planted.SPDX),
    ("another licence", "src/base/a.cc", planted.SPDX.replace("Apache-2.0", "MIT"), "names Apache-2.0", planted.SPDX),
    ("script without SPDX", "tools/run", "#!/bin/bash\ntrue\n", "0 SPDX lines",
     "#!/bin/bash\n" + planted.SPDX.replace("//", "#")),
    ("not UTF-8", "docs/a.md", b"caf\xe9\n", "not UTF-8", "caf\u00e9\n"),
    ("byte order mark", "docs/a.md", "\ufeffword\n", "byte order mark", "word\n"),
    ("no newline", "docs/a.md", "word", "one newline", "word\n"),
    ("two newlines", "docs/a.md", "word\n\n", "one newline", "word\n"),
    ("carriage return", "docs/a.md", "word\r\n", "carriage return", "word\n"),
    ("trailing blank", "docs/a.md", "word \n", "trailing blanks", "word\n"),
    ("merge conflict", "docs/a.md", "<" * 7 + " main\n", "merge conflict", "<" * 6 + " main\n"),
    ("home path", "docs/a.md", f"see {HOME}\n", "absolute path", "see ~/cupel\n"),
    ("home path in code", "src/base/a.cc", planted.SPDX + f'auto p = "{HOME}";\n', "absolute path",
     planted.SPDX + 'auto p = "src/home/somebody";\n'),
    ("registry host", "docs/a.md", f"from {HOST}\n", "package registry", "from the distribution\n"),
]


@pytest.mark.parametrize("what,name,bad,words,good", CASES, ids=[c[0] for c in CASES])
def test_violation_and_its_twin(tmp_path, what, name, bad, words, good):
    planted.plant(tmp_path, {name: bad})
    code, out, _ = planted.check("check_text", tmp_path)
    assert code == 1, f"{what}: not seen"
    assert len(out.splitlines()) == 1 and out.startswith(f"{name}:") and words in out, out
    planted.plant(tmp_path, {name: good})
    assert planted.check("check_text", tmp_path)[:2] == (0, ""), f"{what}: the twin is refused"


def test_captured_data_is_left_alone(tmp_path):
    planted.plant(tmp_path, {"tests/data/gtest/out.txt": b"\xff \r\n" + HOME.encode()})
    assert planted.check("check_text", tmp_path)[0] == 0
