"""Ways up some stairs, counted the slow way: recorded by py-spy for the tests of lines."""

from functools import wraps


def counted(function):
    """Say how often a function was called, at the end."""

    @wraps(function)
    def counting(*args):
        counting.calls += 1
        return function(*args)

    counting.calls = 0
    return counting


class Stairs:
    def __init__(self, height, steps):
        self.height = height
        self.steps = sorted(
            steps, key=lambda step: sum(step % k for k in range(1, 9_000))
        )

    @counted
    def ways(self, left):
        if left <= 0:
            return left == 0
        if left == 1:
            return int(1 in self.steps)
        fewer = self.ways(left - 1)
        return fewer + sum(
            self.ways(left - step)
            for step in self.steps
            if step > 1
        )


def checksum(numbers):
    total = 0
    for number in numbers:
        squares = [k * k for k in range(number % 50)]
        total += sum(squares)
        total ^= len(squares)
    return total


namespace = {}
exec("def made(n):\n    return sum(k % 7 for k in range(n))\n", namespace)


def main():
    stairs = Stairs(22, [3, 1, 2] * 20)
    stairs.steps = [1, 2, 3]
    print(stairs.ways(16), Stairs.ways.calls)
    print(checksum(range(90_000)), namespace["made"](2_000_000))


if __name__ == "__main__":
    main()
