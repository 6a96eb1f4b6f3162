# SPDX-License-Identifier: Apache-2.0
"""C++ source with what is not code blanked out, line numbers kept.

Enough of the lexer for checks on words and braces: comments, string, raw string and character
literals become blanks; an apostrophe between digits is a separator, not a quote. Macros are not
expanded and #if is not evaluated: all branches count.
"""

import re

_SKIP = re.compile(
    r"""//(?:\\\n|[^\n])*                                     # line comment, continued or not
      | /\*.*?\*/                                             # block comment
      | (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"   # raw string
      | (?:\b(?:u8|[uUL]))?"(?:\\.|[^"\\\n])*"                # string
      | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'                   # character, not 1'000
    """,
    re.VERBOSE | re.DOTALL,
)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include(?:_next)?[ \t]*(?:<([^>\n]+)>|"([^"\n]+)"|(\w+))')


def _blank(match):
    text = match.group(0)
    return re.sub(r"[^\n]", " ", text)


def _blank_keeping_quotes(match):
    text = match.group(0)
    if text.startswith("/"):
        return _blank(match)
    # A literal stays an operand: x = "" must not become x = .
    return '"' + re.sub(r"[^\n]", " ", text[1:-1]) + '"'


def code(text):
    """The text without comments and literals."""
    return _SKIP.sub(_blank_keeping_quotes, text)


def without_directives(code_text):
    """Code without preprocessor lines, whose braces need not pair."""
    return _DIRECTIVE.sub(_blank, code_text)


def directives(text):
    """(line, text) of each preprocessor line, comments removed, continuations joined."""
    bare = _SKIP.sub(lambda m: _blank(m) if m.group(0).startswith("/") else m.group(0), text)
    for match in _DIRECTIVE.finditer(bare):
        line = bare.count("\n", 0, match.start()) + 1
        yield line, match.group(0).replace("\\\n", " ").strip()


def includes(text):
    """(line, name, kind) of each #include; kind is 'angle', 'quote' or 'macro'."""
    for line, directive in directives(text):
        match = _INCLUDE.match(directive)
        if match:
            angle, quote, macro = match.groups()
            kind = "angle" if angle else "quote" if quote else "macro"
            yield line, angle or quote or macro, kind
