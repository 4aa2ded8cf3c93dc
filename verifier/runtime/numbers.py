"""Arithmetic of the kernel where it differs from Python's, and the numbers with a meaning of their own."""

NOTHING = -1
"""No player, component, zone, name."""

STOP = -1
"""The alternative of a move that ends an open-ended offer."""

FINAL = -1
"""Where a state is when the play is over."""


def quotient(left: int, right: int) -> int:
    """Division, rounded down; by zero it is 0."""
    return left // right if right else 0


def remainder(left: int, right: int) -> int:
    """What is left of a division rounded down; by zero it is 0."""
    return left % right if right else 0


def clamped(value: int, low: int, high: int) -> int:
    """The nearest number of a range."""
    return low if value < low else high if value > high else value


def arithmetic(op: str, left: int, right: int) -> int:
    """What an operation of the kernel gives for two numbers."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return quotient(left, right)
        case "%":
            return remainder(left, right)
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)
        case _:
            raise AssertionError(op)


def compared(op: str, left: int, right: int) -> bool:
    """Does a comparison of the kernel hold of two numbers?"""
    match op:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case _:
            raise AssertionError(op)
