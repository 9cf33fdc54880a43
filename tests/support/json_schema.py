"""What of JSON Schema a small schema needs: types, required and other keys, items, one of several."""

from __future__ import annotations

from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
}
KNOWN = {
    "$schema", "$comment", "type", "enum", "anyOf", "required", "properties", "additionalProperties", "items",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], at: str = "") -> list[str]:
    """Where a value is not what the schema says; nothing: it fits."""
    assert schema.keys() <= KNOWN
    if "anyOf" in schema:
        tried = [faults(value, one, at) for one in schema["anyOf"]]
        return min(tried, key=len)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value!r}"]
    if not isinstance(value, _TYPES[schema["type"]]) or isinstance(value, bool):
        return [f"{at}: {value!r} is no {schema['type']}"]
    found: list[str] = []
    if isinstance(value, dict):
        known = schema["properties"]
        found += [f"{at}: no {key}" for key in schema["required"] if key not in value]
        found += [f"{at}: {key}" for key in value if key not in known]
        for key in value.keys() & known.keys():
            found += faults(value[key], known[key], f"{at}.{key}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            found += faults(item, schema["items"], f"{at}[{number}]")
    return found
