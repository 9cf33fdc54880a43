"""The simulator of profiles against cProfile itself."""

from __future__ import annotations

import cProfile
import gc
from dataclasses import replace

from hypothesis import given
from tests.support.examples import examples
from tests.support.simulated_programs import TICK, Program, acyclic, as_python, importing, key, mutual, run


def profiled(program: Program) -> object:
    """What cProfile says of the program, run as Python with a clock of its own."""
    space, functions = as_python(program)
    profiler = cProfile.Profile(timer=lambda: space["now"], timeunit=TICK, builtins=False)
    # Collections would run the callbacks of other libraries among our functions.
    gc.disable()
    for function, argument in program.roots:
        profiler.enable(builtins=False)
        functions[function](argument, 1)
        profiler.disable()
    gc.enable()
    profiler.create_stats()
    return profiler.stats


def renamed(program: Program) -> Program:
    """With names that functions can have in Python."""
    named = [replace(body, key=key(number)) for number, body in enumerate(program.bodies)]
    return replace(program, bodies=tuple(named))


@examples(150)
@given(acyclic(roots=3, recursive=True) | mutual(roots=3) | importing(recursive=True).map(renamed))
def test_the_simulator_records_what_cprofile_records(program: Program) -> None:
    assert profiled(program) == run(program).stats
