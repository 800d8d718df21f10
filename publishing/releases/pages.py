"""Count what a reader unpacks from a Parquet column: by the headers of its pages, for the footer may say anything.

A header is a `PageHeader` of Apache Parquet's parquet.thrift in Thrift's compact protocol, and stands before its page:
https://parquet.apache.org/docs/file-format/data-pages/.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

# Texts of the smallest and the largest value may stand in a header; a writer cuts them at some thousand bytes.
_WINDOW, _LARGEST_HEADER = 1 << 10, 1 << 18
_DATA, _DICTIONARY, _DATA_V2 = 0, 2, 3
# PLAIN, PLAIN_DICTIONARY, RLE, RLE_DICTIONARY: all that a build writes. Others have counts of their own in the page.
_ENCODINGS = frozenset({0, 2, 3, 8})
_STOP, _TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _STRUCT = 0, 1, 2, 3, 4, 5, 6, 7, 8, 12
_DEEPEST, _LONGEST_VARINT = 4, 5
Fields = dict[int, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """What a page's header says of it: its values, or the entries of a dictionary."""

    dictionary: bool
    values: int


def unpacked_values(source: BinaryIO, column: Any) -> int:
    """Give the number of values, missing ones included, that a reader unpacks from a column of a row group.

    Parameters
    ----------
    source : file
        The Parquet file.
    column : pyarrow.parquet.ColumnChunkMetaData
        What the footer says of the column.

    Raises
    ------
    ValueError
        If a page is of a kind that no build writes, or does not lie where the footer says.
    """
    if not column.num_values:  # then none is read, wherever the footer says that it lies
        return 0
    start = column.data_page_offset
    if column.has_dictionary_page and 0 < column.dictionary_page_offset < start:
        start = column.dictionary_page_offset
    pages = column_pages(source, start, start + column.total_compressed_size)
    return sum(page.values for page in pages if not page.dictionary)


def column_pages(source: BinaryIO, start: int, end: int) -> Iterator[Page]:
    """Read the headers of the pages between two places of a file.

    Raises
    ------
    ValueError
        If one is of a kind that no build writes, or the pages do not end at `end`.
    """
    while start < end:
        fields, length = _header(source, start, end)
        size = fields.get(3, -1)
        start += length + size
        if size < 0 or start > end:
            raise ValueError("a page that is larger than its column")
        yield _page(fields, size)
    if start != end:
        raise ValueError("pages that do not fill their column")


def _page(fields: Fields, size: int) -> Page:
    # The field that holds what is told of such a page, and the field of its encoding therein.
    kinds = {_DATA: (5, 2), _DICTIONARY: (7, 2), _DATA_V2: (8, 4)}
    kind = fields.get(1)
    place, encoding = kinds.get(kind, (0, 0)) if isinstance(kind, int) else (0, 0)
    told = fields.get(place)
    if not isinstance(told, dict) or told.get(encoding) not in _ENCODINGS:
        raise ValueError("a page of a kind or an encoding that no build writes")
    values = told.get(1)
    if not isinstance(values, int) or values < 0:
        raise ValueError("a page that does not say how many values it holds")
    if kind == _DICTIONARY and values > size:
        raise ValueError(f"a dictionary of {values:,} entries in {size:,} bytes")
    return Page(dictionary=kind == _DICTIONARY, values=values)


def _header(source: BinaryIO, start: int, end: int) -> tuple[Fields, int]:
    """Read one header: its fields by their numbers, and its length in bytes."""
    for window in (_WINDOW, _LARGEST_HEADER):
        source.seek(start)
        reader = _Compact(source.read(min(window, end - start)))
        try:
            return reader.struct(_DEEPEST), reader.place
        except IndexError:
            continue
    raise ValueError("a page header that breaks off or is too large")


class _Compact:
    """Thrift's compact protocol, as far as page headers need it: no lists, no mappings, each field once.

    Reading beyond the end raises IndexError.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    def struct(self, deepest: int) -> Fields:
        """Read a structure; truth values, numbers and structures are kept, texts are passed over."""
        if not deepest:
            raise ValueError("a page header of too many levels")
        fields: Fields = {}
        last = 0
        while (head := self._byte()) != _STOP:
            step, kind = head >> 4, head & 0x0F
            number = last + step if step else self._number()
            if number <= last:
                raise ValueError("a page header with a field that stands twice")
            fields[number] = self._value(kind, deepest)
            last = number
        return fields

    def _value(self, kind: int, deepest: int) -> Any:
        if kind in {_TRUE, _FALSE}:
            return kind == _TRUE
        if kind in {_I16, _I32, _I64}:
            return self._number()
        if kind == _STRUCT:
            return self.struct(deepest - 1)
        lengths = {_BYTE: 1, _DOUBLE: 8}
        if kind != _BINARY and kind not in lengths:
            raise ValueError("a page header of another form")
        length = self._varint() if kind == _BINARY else lengths[kind]
        self.place += length
        return None

    def _byte(self) -> int:
        byte = self._data[self.place]
        self.place += 1
        return byte

    def _varint(self) -> int:
        value = 0
        # 64 bits take ten bytes; nothing here is larger than 32, of which readers keep the lower ones only.
        for shift in range(0, 7 * _LONGEST_VARINT, 7):
            byte = self._byte()
            value |= (byte & 0x7F) << shift
            if not byte & 0x80:
                return value
        raise ValueError("a page header with a number that is too large")

    def _number(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)
