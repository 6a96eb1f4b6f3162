# SPDX-License-Identifier: Apache-2.0
"""The ```layers block of the architecture page.

block   = "```layers" { row | allow } "```"
row     = NAME ":" { NAME | NAME "/" HEADER }      a row names rows above it only
        | NAME ":" "everything above"              all rows above it
allow   = "allow" LIBRARY { LIBRARY } ":" ( NAME { NAME } | "any of src" )
"""

import re

from lib.headers import LIBRARIES

PAGE = "docs/architecture.md"

# Layers that take values and return values: no clock, files, processes, chance or globals.
PURE = frozenset("base stats format model record harness plan judge inquiry report device".split())
# Rows that live elsewhere than in src/NAME.
OUTSIDE_SRC = frozenset("pact client probes suites".split())


class TableError(Exception):
    """The block itself is wrong; line is in the page."""

    def __init__(self, line, message):
        super().__init__(message)
        self.line = line


class LayerTable:
    """rows: layer -> (page line, allowed layers); libraries: library -> (page line, layers)."""

    def __init__(self, page_text):
        self.rows = {}
        self.libraries = {}
        for line, text in _block(page_text):
            head, colon, tail = text.partition(":")
            if not colon:
                raise TableError(line, f"'{text}' is neither 'LAYER : LAYERS' nor 'allow LIBRARY: LAYERS'")
            if head.split()[:1] == ["allow"]:
                self._allow(line, head.split()[1:], tail.split())
            else:
                self._row(line, head.strip(), tail.split())

    def _row(self, line, name, allowed):
        if not re.fullmatch(r"[a-z]+", name) or name in self.rows:
            raise TableError(line, f"'{name}' is no layer name or is the second row of that name")
        if allowed == ["everything", "above"]:
            allowed = [n for n in self.rows]
        for other in allowed:
            if other.partition("/")[0] not in self.rows:
                raise TableError(line, f"row '{name}' names '{other}', which no row above it defines")
        self.rows[name] = (line, frozenset(allowed))

    def _allow(self, line, libraries, layers):
        if layers == ["any", "of", "src"]:
            layers = [n for n in self.rows if n not in OUTSIDE_SRC]
        for layer in layers:
            if layer not in self.rows:
                raise TableError(line, f"allow line names '{layer}', which is no row of the table")
        for library in libraries:
            if library not in LIBRARIES:
                raise TableError(
                    line, f"no headers are known for '{library}': add it to LIBRARIES in tools/lib/headers.py"
                )
            self.libraries[library] = (line, frozenset(layers))

    def allows(self, layer, other, header):
        """May layer include header, which is other's?"""
        allowed = self.rows[layer][1]
        stem = re.sub(r"\.(h|hpp|cuh)$", "", header)
        return layer == other or other in allowed or stem in allowed

    def row_of(self, layer):
        return f"see row '{layer}' at {PAGE}:{self.rows[layer][0]}"


def _block(page_text):
    found = []
    blocks = 0
    inside = False
    for number, line in enumerate(page_text.splitlines(), 1):
        if line == "```layers":
            inside = True
            blocks += 1
        elif line.startswith("```"):
            inside = False
        elif inside and line.strip():
            found.append((number, line.strip()))
    if blocks != 1 or not found:
        raise TableError(1, f"the page must hold exactly one filled ```layers block, it holds {blocks}")
    return found
