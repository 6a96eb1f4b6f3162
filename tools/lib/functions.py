# SPDX-License-Identifier: Apache-2.0
"""Where functions begin and end, by language.

C++: a brace that opens after a parameter list, at namespace or class level, opens a function; the
length is from the first line of its head to its closing brace, lambdas inside included. Bodies that
come from macros are not seen; all branches of #if count. clang-tidy's readability-function-size
measures the same on the syntax tree, body only.
Python: the syntax tree, decorators excluded. Shell: NAME() { to a brace in the same column. CMake:
function or macro to its end.
"""

import ast
import re

from lib import cxx_text

_TOKEN = re.compile(r"[{};()]|[A-Za-z_]\w*|\S")
_SCOPE = frozenset("namespace class struct union enum extern concept".split())
_NO_CALL = frozenset("alignas __attribute__ decltype explicit noexcept requires sizeof".split())
_CONTROL = frozenset("if for while switch catch do else try return".split())
_SHELL_HEAD = re.compile(r"^([ \t]*)(?:function\s+)?([\w:-]+)\s*\(\)\s*\{\s*$", re.MULTILINE)
_CMAKE_HEAD = re.compile(r"^(function|macro)\((\w+)", re.MULTILINE | re.IGNORECASE)


def functions(language, text):
    """(name, first line, last line) of each function."""
    finder = {"cxx": _cxx, "python": _python, "shell": _shell, "cmake": _cmake}.get(language)
    return list(finder(text)) if finder else []


class _CxxScanner:
    """Follows braces; a head is what stands since the last ; { or } at this level."""

    def __init__(self):
        self.stack = []  # 'scope', 'function' or 'inner'
        self.parens = 0
        self.reset()

    def reset(self):
        self.head = []
        self.head_line = 0
        self.call_name = None
        self.call_at = 0

    def opens(self):
        """What the brace that follows the head opens."""
        if "function" in self.stack or self.parens:
            return "inner"
        if self.call_name is None or self.head[0] in _CONTROL or "=" in self.head:
            named = any(word in _SCOPE for word in self.head)
            return "scope" if named or not self.head or self.head[-1] == '"' else "inner"
        # A macro before a class or namespace head looks like a call: MACRO() class X {
        return "scope" if any(word in _SCOPE for word in self.head[self.call_at :]) else "function"

    def word(self, token, line):
        if not self.head:
            self.head_line = line
        if token == "(":
            self.parens += 1
            if self.parens == 1 and self.call_name is None and self.head and self.head[-1] not in _NO_CALL:
                self.call_name = self.head[-1]
                self.call_at = len(self.head)
        elif token == ")":
            self.parens = max(0, self.parens - 1)
        elif token == ":" and self.head[-1:] in (["public"], ["protected"], ["private"]):
            self.reset()
        elif not self.parens:
            # operator== has its = in its name, and a default argument has it in parentheses.
            if not (token == "=" and "operator" in self.head):
                self.head.append(token)


def _cxx(text):
    code = cxx_text.without_directives(cxx_text.code(text))
    scanner = _CxxScanner()
    starts = []
    for line, text_line in enumerate(code.split("\n"), 1):
        for match in _TOKEN.finditer(text_line):
            token = match.group(0)
            if token == "{":
                kind = scanner.opens()
                scanner.stack.append(kind)
                if kind == "function":
                    starts.append((scanner.call_name, scanner.head_line))
                if kind != "inner":
                    scanner.reset()
            elif token == "}":
                kind = scanner.stack.pop() if scanner.stack else "scope"
                if kind == "function":
                    name, first = starts.pop()
                    yield name, first, line
                if kind != "inner":
                    scanner.reset()
            elif token == ";" and not scanner.parens:
                scanner.reset()
            else:
                scanner.word(token, line)


def _python(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno


def _shell(text):
    for match in _SHELL_HEAD.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        end = re.compile("^" + match.group(1) + r"\}", re.MULTILINE).search(text, match.end())
        if end:
            yield match.group(2), first, text.count("\n", 0, end.start()) + 1


def _cmake(text):
    for match in _CMAKE_HEAD.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        end = re.compile(r"^end" + match.group(1), re.MULTILINE | re.IGNORECASE).search(text, match.end())
        if end:
            yield match.group(2), first, text.count("\n", 0, end.start()) + 1
