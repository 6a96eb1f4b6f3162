# SPDX-License-Identifier: Apache-2.0
"""What clang-tidy is run on, and when its last answer still holds.

Most of clang-tidy's time goes into walking the system's headers, once for each translation unit. So
files of one folder with the same flags are checked as one unit that includes them all; where they
do not compile together, each is checked by itself. A file's answer holds as long as its key does:
the hash of its text, of every header of this tree that it reaches, of its flags, of the .clang-tidy
files above it, and of the tools' versions.
"""

import hashlib
import json
import os
import re
import shlex

from lib import cxx_text

UNIT_FILES = 8  # files a unit: enough to share the headers, few enough to fill two cores


class Source:
    """One translation unit of compile_commands.json."""

    def __init__(self, root, entry):
        self.path = os.path.relpath(os.path.normpath(os.path.join(entry["directory"], entry["file"])), root)
        self.flags = _flags(entry)
        self.folder = os.path.dirname(self.path)


def _flags(entry):
    """The command without compiler launcher, compiler, input and outputs."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    kept = []
    skip = 0
    for word in words[1:]:
        if skip:
            skip -= 1
        elif word in ("-o", "-c", "-MF", "-MT", "-MQ"):
            skip = 1 if word != "-c" else 0
        elif word in ("-MD", "-MMD") or re.search(r"(?:^|/)(?:[gc]\+\+|clang\+\+)[\w.-]*$|/ccache$", word):
            continue
        elif os.path.join(entry["directory"], word) != entry["file"] and word != entry["file"]:
            kept.append(word)
    return kept


def sources(root, build, folders):
    """Translation units of this tree's folders; generated ones are left out."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = json.load(file)
    found = {}
    for entry in entries:
        source = Source(root, entry)
        if source.path.startswith(folders) and source.path.endswith((".cc", ".cpp")):
            found.setdefault(source.path, source)
    return [found[path] for path in sorted(found)]


class Keys:
    """Keys of sources; each file of the tree is read once."""

    def __init__(self, root, versions):
        self.root = root
        self.versions = versions
        self.read = {}

    def _file(self, path):
        """(hash of the text, its includes), or None if there is no such file."""
        if path not in self.read:
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = file.read()
            except OSError:
                self.read[path] = None
            else:
                digest = hashlib.sha256(text.encode()).hexdigest()
                self.read[path] = digest, [(name, kind) for _, name, kind in cxx_text.includes(text)]
        return self.read[path]

    def _reached(self, source):
        """Every file of the tree that the source includes, over-approximated: #if is not evaluated."""
        folders = [f[2:] for f in source.flags if f.startswith("-I")]
        folders = [f for f in folders if f.startswith(self.root)]
        todo = [os.path.join(self.root, source.path)]
        reached = {}
        while todo:
            path = todo.pop()
            found = self._file(path)
            if found is None or path in reached:
                continue
            reached[path] = found[0]
            for name, kind in found[1]:
                beside = [os.path.dirname(path)] if kind == "quote" else []
                todo.extend(os.path.normpath(os.path.join(folder, name)) for folder in beside + folders)
        return reached

    def _configurations(self, source):
        folder = source.folder
        while True:
            path = os.path.join(self.root, folder, ".clang-tidy")
            if os.path.exists(path):
                yield path
            if not folder:
                return
            folder = os.path.dirname(folder)

    def key(self, source):
        lines = [self.versions, source.path, " ".join(source.flags)]
        lines += [f"{path} {digest}" for path, digest in sorted(self._reached(source).items())]
        lines += [f"{path} {self._file(path)[0]}" for path in self._configurations(source)]
        # Relative, so that another checkout of the same text knows the answer too.
        return hashlib.sha256("\n".join(lines).replace(self.root + "/", "").encode()).hexdigest()


def units(stale):
    """Lists of sources to check together: same folder, same flags."""
    groups = {}
    for source in stale:
        groups.setdefault((source.folder, tuple(source.flags)), []).append(source)
    for group in groups.values():
        for start in range(0, len(group), UNIT_FILES):
            yield group[start : start + UNIT_FILES]
