"""croissant.json: a release as Croissant 1.0 metadata (https://docs.mlcommons.org/croissant/docs/croissant-spec.html).

It is plain JSON-LD: every shard as a file with its hash, one record set a dataset.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builders.engine.schema import features_of, published_schema
from publishing.cards.citation import release_entry
from publishing.cards.markdown import one_line
from publishing.licensing.table import licence_named
from publishing.metadata.responsible import responsible_fields
from publishing.metadata.suite import Suite

if TYPE_CHECKING:
    from builders.engine.recipe import Recipe
    from manifests.record import DatasetRecord

_HOME = "https://github.com/soundprobe/soundprobe"
_PARQUET, _JSON_LINES = "application/x-parquet", "application/jsonlines"
_KINDS = {"string": "sc:Text", "int64": "sc:Integer", "float64": "sc:Float", "bool": "sc:Boolean"}
# What a record holds of an item without its audio, of the kinds that Croissant has.
_RECORD_FIELDS = {
    **dict.fromkeys(("id", "instruction", "label", "explanation", "group", "pcm_sha256"), "sc:Text"),
    "frames": "sc:Integer",
}
# The context of the specification's version 1.0, word for word: readers compare it.
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **{
        name: f"cr:{name}"
        for name in (
            *("citeAs", "column", "equivalentProperty", "extract", "field", "fileProperty", "fileObject", "fileSet"),
            *("format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
            *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField"),
            "transform",
        )
    },
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "sc": "https://schema.org/",
}


@dataclass(frozen=True)
class _Origin:
    """Where the columns of a record set lie: a file or a set of files."""

    kind: str
    name: str

    def column(self, column: str, *, member: str = "") -> dict[str, Any]:
        """Give the source of a field: a column, or a member of a column of structures."""
        source: dict[str, Any] = {self.kind: {"@id": self.name}, "extract": {"column": column}}
        if member:
            source["transform"] = {"jsonPath": member}
        return source


def croissant_text(suite: Suite, *, sizes: Mapping[str, int]) -> str:
    """Write croissant.json; the same release gives the same text.

    Parameters
    ----------
    suite : Suite
        The release.
    sizes : mapping
        Bytes of each file, by its path in the release; a file that is not named has no size.
    """
    return json.dumps(croissant(suite, sizes=sizes), indent=1, ensure_ascii=False) + "\n"


def croissant(suite: Suite, *, sizes: Mapping[str, int]) -> dict[str, Any]:
    """Give the metadata as JSON values.

    Parameters
    ----------
    suite : Suite
        The release.
    sizes : mapping
        Bytes of each file, by its path in the release.
    """
    files: list[dict[str, Any]] = []
    record_sets: list[dict[str, Any]] = []
    for record, recipe in suite.datasets:
        found, origin = (_shards if suite.with_audio else _records)(record, sizes)
        files += found
        fields = _fields(record.recipe, recipe, origin) if suite.with_audio else _bare_fields(record.recipe, origin)
        record_sets.append(
            {
                "@type": "cr:RecordSet",
                "@id": record.recipe,
                "name": record.recipe,
                "description": one_line(f"{recipe.title}: {recipe.instruction(recipe.options)}"),
                "key": {"@id": f"{record.recipe}/id"},
                "field": fields,
            }
        )
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": one_line(suite.name),
        "version": one_line(suite.version),
        "datePublished": one_line(suite.date),
        "description": _description(suite),
        "license": [licence_named(spdx).url or spdx for spdx in suite.terms.spdx],
        "url": _HOME,
        "creator": {"@type": "sc:Organization", "name": "The soundprobe authors", "url": _HOME},
        "keywords": ["audio", "probing", "benchmark", "soundprobe"],
        "inLanguage": "en",
        "citeAs": release_entry(name=suite.name, version=suite.version, date=suite.date),
        **responsible_fields(suite),
        "distribution": files,
        "recordSet": record_sets,
    }


def _description(suite: Suite) -> str:
    titles = ", ".join(one_line(recipe.title) for _, recipe in suite.datasets)
    return f"Probing tasks for models that listen, each with one question about a property of the signal: {titles}."


def _file(path: str, *, sha256: str, kind: str, sizes: Mapping[str, int]) -> dict[str, Any]:
    size = {"contentSize": f"{sizes[path]} B"} if path in sizes else {}
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path.rpartition("/")[2],
        "contentUrl": path,
        **size,
        "encodingFormat": kind,
        "sha256": sha256,
    }


def _shards(record: DatasetRecord, sizes: Mapping[str, int]) -> tuple[list[dict[str, Any]], _Origin]:
    folder = f"{record.recipe}/data"
    files = [
        _file(f"{folder}/{shard.name}", sha256=shard.sha256, kind=_PARQUET, sizes=sizes) for shard in record.shards
    ]
    if len(files) == 1:
        return files, _Origin("fileObject", files[0]["@id"])
    together = f"{record.recipe}/shards"
    files.append(
        {
            "@type": "cr:FileSet",
            "@id": together,
            "name": together,
            "encodingFormat": _PARQUET,
            "includes": f"{folder}/test-*.parquet",
        }
    )
    return files, _Origin("fileSet", together)


def _records(record: DatasetRecord, sizes: Mapping[str, int]) -> tuple[list[dict[str, Any]], _Origin]:
    path = f"records/{record.recipe}.jsonl"
    return [_file(path, sha256=record.items_sha256, kind=_JSON_LINES, sizes=sizes)], _Origin("fileObject", path)


def _fields(name: str, recipe: Recipe, origin: _Origin) -> list[dict[str, Any]]:
    return [
        _field(f"{name}/{column}", column, kind, origin)
        for column, kind in features_of(published_schema(recipe.construction, spoken=recipe.spoken)).items()
    ]


def _bare_fields(name: str, origin: _Origin) -> list[dict[str, Any]]:
    return [
        {"@type": "cr:Field", "@id": f"{name}/{column}", "dataType": kind, "source": origin.column(column)}
        for column, kind in _RECORD_FIELDS.items()
    ]


def _field(name: str, column: str, kind: Any, origin: _Origin) -> dict[str, Any]:
    field: dict[str, Any] = {"@type": "cr:Field", "@id": name, "name": name}
    match kind.get("_type"):
        case "Value":
            return {**field, "dataType": _KINDS[kind["dtype"]], "source": origin.column(column)}
        case "Audio":
            return {**field, "dataType": "sc:AudioObject", "source": origin.column(column, member="bytes")}
        case "List" if kind["feature"].get("_type") == "Value":
            kinds = {"dataType": _KINDS[kind["feature"]["dtype"]], "source": origin.column(column), "repeated": True}
            return {**field, **kinds}
        case "List":
            return {**field, "repeated": True, "subField": _members(name, column, kind["feature"], origin)}
        case _:
            return {**field, "subField": _members(name, column, kind, origin)}


def _members(name: str, column: str, kinds: Mapping[str, Any], origin: _Origin) -> list[dict[str, Any]]:
    return [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{member}",
            "name": f"{name}/{member}",
            "dataType": _KINDS[kind["dtype"]],
            "source": origin.column(column, member=member),
        }
        for member, kind in kinds.items()
    ]
