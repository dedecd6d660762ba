"""What people write in board files and JSON lets pass is told in a sentence."""

import pytest

from engine.board_files import BadBoardFile, read_board_file


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"side": ' + b"5" * 5_000 + b"}", "has 5,000 digits; no number of a board has more"),
        (b'{"side": -' + b"5" * 5_000 + b"}", "has 5,000 digits"),
        (b'{"side": 5, "side": 6}', '"side" stands more than once in the same object'),
        (b'{"side": 5,', "is not JSON: "),
        (b"[" * 100_000, "is not JSON: it is nested too deep"),
        (b"\xff\xff", "is not JSON: it is no text in UTF-8"),
    ],
    ids=["long", "long below zero", "twice", "cut short", "deep", "no text"],
)
def test_what_is_no_board_file_is_told(content: bytes, says: str) -> None:
    with pytest.raises(BadBoardFile) as caught:
        read_board_file(content, "mine.json")
    assert says in str(caught.value)
    assert str(caught.value).startswith("mine.json")
    assert len(str(caught.value)) < 300


def test_what_means_nothing_is_told() -> None:
    found = read_board_file(b'\xef\xbb\xbf{"side": 5, "mountain": []}', "mine.json")
    assert found.data == {"side": 5, "mountain": []}
    (remark,) = found.remarks
    assert remark.startswith('The board has "mountain", which means nothing in a board')
    assert read_board_file(b'["0,0"]', "mine.json").remarks == []
