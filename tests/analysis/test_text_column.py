"""A column is the list of its texts, whatever they share."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proftui.analysis import text_column
from proftui.analysis.text_column import TextColumn
from proftui.background.pieces import finished

TEXTS = st.sampled_from(["", "a", "A", "b", "ab", "😀", "x" * 2_000, "x" * 1_999 + "y", "Σ"]).map(
    # Equal ones are not the same object.
    lambda text: "".join(list(text))
)


def column_of(texts: list[str]) -> TextColumn:
    return finished(text_column.column_of(texts))


@given(st.lists(TEXTS), st.data())
def test_a_column_is_its_texts(texts: list[str], data: st.DataObject) -> None:
    column = column_of(texts)
    assert list(column) == texts and len(column) == len(texts)
    assert len(column.texts) == len(set(texts))
    assert list(column.changed(str.upper)) == [text.upper() for text in texts]
    some = data.draw(st.sets(st.sampled_from(range(len(texts)))) if texts else st.just(set[int]()))
    replaced = column.replaced(sorted(some), lambda text: f"<{text}>")
    assert list(replaced) == [f"<{text}>" if i in some else text for i, text in enumerate(texts)]
    assert list(column) == texts
    assert [index for part in replaced.where(lambda text: "a" in text, sorted(some)) for index in part] == [
        index for index in sorted(some) if "a" in texts[index]
    ]
    holding = column.holding("a")
    assert [holding[number] for number in column.numbers] == ["a" in text for text in texts]


@given(st.lists(TEXTS))
def test_ranks_sort_as_the_texts_do_and_tie_where_they_do(texts: list[str]) -> None:
    ranks = column_of(texts).changed(str.lower).ranks(range(len(texts)))
    lower = [text.lower() for text in texts]
    assert all(
        (ranks[i] < ranks[j]) == (lower[i] < lower[j]) for i in range(len(texts)) for j in range(len(texts))
    )


@given(st.lists(TEXTS), st.data())
def test_texts_that_are_changed_when_they_are_looked_at(texts: list[str], data: st.DataObject) -> None:
    plain, seen = column_of([text.lower() for text in texts]), TextColumn(texts, range(len(texts)), str.lower)
    assert list(seen) == list(plain) and [seen[i] for i in range(len(texts))] == list(plain)
    assert [seen.holding("a")[number] for number in seen.numbers] == ["a" in text for text in plain]
    some = sorted(data.draw(st.sets(st.sampled_from(range(len(texts)))) if texts else st.just(set[int]())))
    for indices in (some, range(len(texts))):
        by_plain, by_seen = plain.ranks(indices), seen.ranks(indices)
        places = range(len(indices))
        assert sorted(places, key=by_plain.__getitem__) == sorted(places, key=by_seen.__getitem__)
        found = [index for part in seen.where(lambda text: "a" in text, indices) for index in part]
        assert found == [index for index in indices if "a" in plain[index]]
    assert list(seen.cut(2)) == [text[:2] for text in plain]
