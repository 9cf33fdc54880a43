"""Print the hottest functions of p.stats, who calls the hottest, and fail if JSON takes too much."""

import sys

from proftui_parsers import load

profile = load("p.stats")
print(profile, f"{profile.total_calls} calls")

hottest = sorted(profile, key=lambda function: function.tottime or 0, reverse=True)
for function in hottest[:5]:
    print(f"{function.tottime:.3f} s  {function.ncalls}  {function.file}:{function.line}({function.name})")

for caller in profile.callers(hottest[0]):
    print(f"called by {caller.name}: {caller.ncalls} calls, {caller.cumtime} s")

share = sum(function.tottime or 0 for function in profile if "/json/" in function.file) / profile.total_time
if share > 0.2:
    sys.exit(f"json takes {share:.0%} of the time, more than 20 %")
