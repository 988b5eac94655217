"""Writes what train.py reads beside the reports: which reports to learn from, real questions, questions to measure with.

    python3 training/prepare.py --questions FOLDER --tables FOLDER --out DATA

The folder of questions has financebench/questions.jsonl and annual-reports/questions.jsonl, the folder of tables the
files of TAT-QA that sources.json names.
"""

import argparse
import gzip
import json
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("--questions", type=Path, required=True)
parser.add_argument("--tables", type=Path, required=True)
parser.add_argument("--out", type=Path, required=True)
given = parser.parse_args()
given.out.mkdir(parents=True, exist_ok=True)


def read_lines(file):
    return [json.loads(line) for line in (given.questions / file).read_text(encoding="utf8").splitlines()]


def write_lines(name, lines):
    (given.out / name).write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf8")
    print(f"{name}: {len(lines)}")


sources = json.loads((Path(__file__).parent / "sources.json").read_text())
companies = {report: company for company, reports in sources["financebench"]["companies"].items() for report in reports}
(given.out / "companies.json").write_text(json.dumps(companies))
(given.out / "taught.txt").write_text("\n".join([*companies, *sources["enterprise_rag_challenge"]["reports"]]) + "\n")

open_half = [
    {"report": one["doc_name"], "company": one["company"], "question": one["question"], "pages": one["evidence_pages_1based"], "kind": one["question_type"]}
    for one in read_lines("financebench/questions.jsonl")
]
analysts = [
    {"report": one["doc"], "company": one["company"], "question": one["question"], "pages": one["pages"], "kind": one["kind"]}
    for one in read_lines("annual-reports/questions.jsonl")
    if one["kind"] != "not_there"
]
write_lines("real.jsonl", [{name: one[name] for name in ("report", "question", "pages")} for one in open_half])
write_lines("judge.jsonl", [{"set": "financebench", **one} for one in open_half] + [{"set": "annual", **one} for one in analysts])
for name in sources["tatqa"]["files"]:
    text = (given.tables / name).read_bytes()
    (given.out / f"tatqa_{Path(name).stem.rsplit('_', 1)[-1]}.json.gz").write_bytes(gzip.compress(text, mtime=0))
