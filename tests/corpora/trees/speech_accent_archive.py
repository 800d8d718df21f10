"""Trees in the layout of the Speech Accent Archive."""

from __future__ import annotations

import csv
from pathlib import Path

from tests.builders.voices import buzz, write_audio
from tests.corpora.trees.sounds import tiny_wav

SAA_HEADER = "age,age_onset,birthplace,filename,native_language,sex,speakerid,country,file_missing?,,,"
SAA_ROWS = [
    '27,9,"virginia, south africa",afrikaans1,afrikaans,female,1,south africa,FALSE,,,',
    '40,5,"pretoria, south africa",afrikaans2,afrikaans,male,2,south africa,FALSE,,,',
    '24,12,"koussi, senegal",balanta,balanta,male,788,senegal,TRUE,,,',
    '15.5,12,"bamako, mali",bambara1,bambara,female,29,mali,FALSE,,,',
    '25,21,"vientiane, laos, ",lao2,lao,female,249,,FALSE,,,',
    '28,14,"monrovia, liberia",liberian,liberian,female,1771,liberia,TRUE,,,',
    '38,5,"monrovia, liberia",liberian,liberian,female,2141,liberia,TRUE,,,',
    '37,24,"bilwi, puerto cabezas, nicaragua",nicaragua,nicaragua,male,2097,nicaragua,TRUE,,,',
    '41,15,"bilwi, puerto cabezas, nicaragua",nicaragua,nicaragua,male,2084,nicaragua,FALSE,,,',
    "52,7,\"riverside, small malaita, solomon islands\",sa'a1,sa'a,male,1200,solomon islands,FALSE,,,",
    '28,11,"colombo, sri lanka",sinhalese2,sinhalese,female,318,sri lanka,TRUE,,,',
    '33,4,"colombo, sri lanka",sinhalese1,sinhalese,female,317,sri lanka,FALSE,,,',
    "0,0,,synthesized1,synthesized,male,355,,FALSE,,,",
    '65,35,"taipei, taiwan",taiwanese7,taiwanese,famale,1864,taiwan,FALSE,,,',
]
SAA_RECORDED = ("afrikaans1", "afrikaans2", "bambara1", "lao2", "sa'a1", "synthesized1", "taiwanese7")


def small(folder: Path) -> Path:
    root = folder / "speech-accent-archive"
    for number, name in enumerate(SAA_RECORDED):
        voice = buzz(100.0 + 15 * number, duration_s=0.5, sampling_rate=16_000, glide=0.1)
        write_audio(root / f"recordings/recordings/{name}.mp3", voice, 16_000, subtype="MPEG_LAYER_III")
    (root / "speakers_all.csv").write_text("\n".join([SAA_HEADER, *SAA_ROWS, ""]), encoding="utf-8")
    (root / "reading-passage.txt").write_text("A paragraph\nof English.\n", encoding="utf-8")
    return root


RECORDINGS, MISSING = 2_138, 32
MACHINES = tuple(f"synthesized{number}" for number in range(1, 5))
# The commonest first languages of the release; the rest of its 214 are stood for by numbers.
LANGUAGES = {
    "english": 579,
    "spanish": 162,
    "arabic": 102,
    "mandarin": 65,
    "french": 63,
    "korean": 52,
    "portuguese": 48,
    "russian": 48,
    "dutch": 47,
    "turkish": 37,
    "german": 36,
}
_OTHERS = 203


def full(folder: Path) -> Path:
    """Write 2,172 rows and 2,138 recordings, four of them by machines; a third of the people are 30 to 49."""
    root = folder / "speech-accent-archive"
    (root / "recordings" / "recordings").mkdir(parents=True)
    names = [*(name for name, _ in _people()), *MACHINES]
    for number, name in enumerate(names):
        # Other sounds than Common Voice's: the age task takes from both, and a recording that both hold once.
        tiny_wav(root / "recordings" / "recordings" / f"{name}.mp3", 1_000_000 + number)
    people = [_row(number, *person) for number, person in enumerate(_people())]
    machines = [["0", "0", "", name, "synthesized", "male", "355", "", "FALSE", "", "", ""] for name in MACHINES]
    # Flagged as without a recording, and the two that the release forgot to flag.
    missing = [[*_row(number, f"missing{number}", "balanta")[:8], "TRUE", "", "", ""] for number in range(MISSING)]
    forgotten = [_row(number, name, name.rstrip("1")) for number, name in enumerate(("nicaragua", "sinhalese1"))]
    with (root / "speakers_all.csv").open("w", encoding="utf-8", newline="") as sink:
        table = csv.writer(sink, lineterminator="\n")
        table.writerow(SAA_HEADER.split(","))
        table.writerows(sorted([*people, *machines, *missing, *forgotten], key=lambda row: row[3]))
    (root / "reading-passage.txt").write_text("Please call Stella.\n", encoding="utf-8")
    return root


def _people() -> list[tuple[str, str]]:
    """Give the name of each recording of a person, with the first language."""
    common = [(f"{language}{number + 1}", language) for language, count in LANGUAGES.items() for number in range(count)]
    rest = RECORDINGS - len(MACHINES) - len(common)
    others = [(number // _OTHERS + 1, _language(number % _OTHERS)) for number in range(rest)]
    return [*common, *((f"{language}{count}", language) for count, language in others)]


def _language(number: int) -> str:
    """Name a language that is none, in letters, as names of recordings have digits at their end only."""
    return "tongue" + "abcdefghijklmnopqrstuvwxyz"[number // 26] + "abcdefghijklmnopqrstuvwxyz"[number % 26]


def _row(number: int, name: str, language: str) -> list[str]:
    age = (18 + number % 12, 30 + number % 20, 18 + number % 12, 50 + number % 20, 30 + number % 20, 13 + number % 70)
    sex = ("male", "female")[number * 7 // 4 % 2]
    country = f"country {number % 177}"
    place = f"town {number % 300}, {country}"
    onset = "0" if language == "english" else str(5 + number % 15)
    return [
        f"{age[number % 6]}",
        onset,
        place,
        name,
        language,
        sex,
        str(number + 1),
        f"country {number % 177}",
        "FALSE",
        "",
        "",
        "",
    ]
