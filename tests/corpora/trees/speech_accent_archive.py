"""A small tree in the layout of the Speech Accent Archive."""

from __future__ import annotations

from pathlib import Path

from tests.corpora.trees.sounds import write_noise

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
    for name in SAA_RECORDED:
        write_noise(root / "recordings" / "recordings" / f"{name}.mp3", seconds=0.5)
    (root / "speakers_all.csv").write_text("\n".join([SAA_HEADER, *SAA_ROWS, ""]), encoding="utf-8")
    (root / "reading-passage.txt").write_text("A paragraph\nof English.\n", encoding="utf-8")
    return root
