"""How near to the truth contexts of call trees are with sampled stacks beside the calls, and without.

    python -m tests.support.joined_errors [--samples 200 1000 5000] [--draws 5] [PROGRAM ...]

For each of the real programs, whose true stacks were recorded: the error of contexts in percent
(`context_errors.py`) of the tree from edges, then with so many samples drawn from the true stacks, which know
no built-ins, the mean of some draws. Below: the means, and how many estimates left what edges prove.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import mean

from tests.support.context_errors import error_of
from tests.support.log_truth import Truth
from tests.support.real_logs import PROGRAMS, real_log
from tests.support.sampled_runs import joined_tree, of_log
from tests.support.tree_identities import CLOSE

from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.joined_tree import JoinedTree
from proftui.analysis.calltree.nodes import walk


def violations(tree: JoinedTree, share: float = 0.001) -> int:
    """How many estimates lie outside of the bounds that edges prove."""
    slack, found = CLOSE * tree.total, 0
    for node in walk(tree, share * tree.total):
        edges = tree.edges_of(node)
        if edges is not None:
            found += not edges.low - slack <= node.time <= edges.high + slack
    return found


def errors(name: str, samples: Sequence[int], draws: int) -> tuple[list[float], int]:
    """Of one program, in percent: from edges alone, and with so many samples each; and violations."""
    made = real_log(name)
    truth, outside = Truth(made), 0
    row = [error_of(truth, FlowTree(made.profile, False, bare=True))]
    for count in samples:
        found = []
        for draw in range(draws):
            tree = joined_tree(made.profile, of_log(made, truth, count, draw), grouped=False, bare=True)
            found.append(error_of(truth, tree))
            outside += violations(tree)
        row.append(mean(found))
    return [100 * error for error in row], outside


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Errors of contexts with sampled stacks beside calls.")
    parser.add_argument("program", nargs="*", help="default: all")
    parser.add_argument("--samples", type=int, nargs="+", default=[200, 1000, 5000])
    parser.add_argument("--draws", type=int, default=5, help="for each number of samples")
    chosen = parser.parse_args()
    rows, outside = [], 0
    print(f"{'':18}{'edges':>8}", *(f"{count:>7}" for count in chosen.samples))
    for name in chosen.program or PROGRAMS:
        row, wrong = errors(name, chosen.samples, chosen.draws)
        rows.append(row)
        outside += wrong
        print(f"{name:18}", *(f"{error:7.2f}" for error in row), flush=True)
    print(f"{'mean':18}", *(f"{mean(column):7.2f}" for column in zip(*rows, strict=True)))
    print(f"estimates outside of their bounds: {outside}")


if __name__ == "__main__":
    main()
