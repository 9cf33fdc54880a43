"""Call trees of every real profile that is here: nothing is lost, nothing is counted twice."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.support.corpus import DATA, SHARED, shared_files
from tests.support.examples import some
from tests.support.tree_identities import CLOSE, Sums, check_own_times, sums_of

from proftui.analysis.calltree.bottom_up import CallerTree
from proftui.analysis.calltree.flow import FlowTree
from proftui.analysis.calltree.nodes import CallTree
from proftui_parsers import Profile, ProfileError, load
from proftui_parsers.consistency import checked

LEAST = 0.002
MOST_NODES = 300_000


def files() -> list[Path]:
    """Every stats file kept beside the tests and in the corpus, those of one name once."""
    found = {path.name: path for path in (*sorted((DATA / "pstats").iterdir()), *shared_files("pstats"))}
    return sorted(found.values())


@cache
def profile_of(path: Path) -> Profile | None:
    try:
        profile = load(str(path))
    except ProfileError:
        return None
    return profile if profile.has_edges and profile.total_time > 0 else None


PROFILES = [path for path in files() if profile_of(path) is not None]


def opened(path: Path) -> Profile:
    profile = profile_of(path)
    assert profile is not None
    return profile


def printed(path: Path, what: str, tree: CallTree, sums: Sums) -> None:
    """What is in nobody's own time, in percent, for those who look (``pytest -rP``)."""
    amounts = (sums.recursion, sums.shared, sums.unattributed, sums.rest)
    shares = "  ".join(f"{amount / tree.total:9.4%}" for amount in amounts)
    print(f"{path.name[:48]:48} {what:9} {sums.nodes:7,} nodes  ↻, shared, unattributed, …: {shares}")


def test_there_are_profiles() -> None:
    assert len(PROFILES) >= 15
    if SHARED.is_dir():
        assert len(PROFILES) >= 50


@pytest.mark.parametrize("path", some(PROFILES, 2), ids=lambda path: path.name)
@pytest.mark.parametrize("grouped", [True, False], ids=["grouped", "unrolled"])
def test_a_tree_adds_up_to_its_roots(path: Path, grouped: bool) -> None:
    profile = opened(path)
    tree = FlowTree(profile, grouped)
    sums = sums_of(tree, LEAST * tree.total, MOST_NODES)
    assert abs(sums.all - sums.roots) <= CLOSE * max(tree.total, sums.roots)
    check_own_times(profile, sums.own, everything=False)
    printed(path, "grouped" if grouped else "unrolled", tree, sums)


@pytest.mark.parametrize("path", some(PROFILES, 2), ids=lambda path: path.name)
def test_roots_account_for_all_own_times(path: Path) -> None:
    profile = opened(path)
    tree = FlowTree(profile)
    sums = sums_of(tree, LEAST * tree.total, MOST_NODES)
    print(f"{path.name}: roots {sums.roots:.6g}, own times {tree.total:.6g}")
    assert sums.roots >= 0.99 * tree.total
    # Functions of one name overwrite each other: their time is in their callers' times only.
    most = max(tree.total, checked(profile).time_of_roots)
    assert sums.roots <= most * 1.01 + sums.unattributed + sums.shared


@pytest.mark.parametrize("path", some(PROFILES, 2), ids=lambda path: path.name)
def test_callers_add_up_to_all_own_times(path: Path) -> None:
    profile = opened(path)
    tree = CallerTree(profile, None)
    sums = sums_of(tree, LEAST * tree.total, MOST_NODES)
    assert abs(sums.all - profile.total_time) <= CLOSE * tree.total
