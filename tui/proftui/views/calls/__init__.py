"""View 2: callers above, the function, callees below; also the pane beside Functions."""
