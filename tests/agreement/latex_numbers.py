"""A reader of LaTeX formulas that knows nothing of how they were written: text in, number out."""

from __future__ import annotations

import math
import re

TOKEN = re.compile(r"\\[a-z]+|\d+\.?\d*(?:e-?\d+)?|[A-Za-z]|[-+^_{}()=]")


class LatexNumber:
    """What a formula amounts to for given numbers of its letters, by their LaTeX."""

    def __init__(self, text, letters):
        self.tokens = TOKEN.findall(text.replace(r"\left", "").replace(r"\right", ""))
        self.at, self.letters = 0, letters

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted=""):
        token = self.peek()
        assert not wanted or token == wanted, (token, wanted, self.tokens[: self.at])
        self.at += 1
        return token

    def sum(self):
        total, sign = 0.0, 1.0
        if self.peek() in ("-", "+"):
            sign = -1.0 if self.take() == "-" else 1.0
        while True:
            total += sign * self.product()
            if self.peek() not in ("-", "+"):
                return total
            sign = -1.0 if self.take() == "-" else 1.0

    def product(self):
        total = 1.0
        while self.peek() not in ("", "+", "-", ")", "}", "="):
            total *= self.power()
        return total

    def power(self):
        base = self.factor()
        return base ** self.exponent()

    def exponent(self):
        if self.peek() != "^":
            return 1
        self.take()
        return int(self.take())

    def inside(self, left, right):
        self.take(left)
        found = self.sum()
        self.take(right)
        return found

    def factor(self):
        token = self.peek()
        if token == "(":
            return self.inside("(", ")")
        if token[0].isdigit():
            return float(self.take())
        if token == r"\frac":
            self.take()
            above = self.inside("{", "}")
            return above / self.inside("{", "}")
        if token == r"\sqrt":
            self.take()
            return math.sqrt(self.inside("{", "}"))
        if token in (r"\sin", r"\cos"):
            self.take()
            power = self.exponent()
            return getattr(math, token[1:])(self.factor()) ** power
        return self.letter()

    def letter(self):
        name = self.take()
        if name in (r"\dot", r"\ddot"):
            self.take("{")
            name += f"{{{self.take()}}}"
            self.take("}")
        if self.peek() == "_":
            self.take()
            index = self.take()
            if index == "{":
                parts = []
                while self.peek() != "}":
                    parts.append(self.take())
                self.take()
                index = f"{{{''.join(parts)}}}"
            name += f"_{index}"
        value = self.letters[name]
        return value(self.sum_in_brackets()) if callable(value) else value

    def sum_in_brackets(self):
        return self.inside("(", ")")


def latex_sides(text, letters):
    """Left and right side of an equation."""
    reader = LatexNumber(text, letters)
    left = reader.sum()
    reader.take("=")
    right = reader.sum()
    assert not reader.peek()
    return left, right
