"""Puts exported passages of many reports into the one file that train.py reads.

    python3 training/pack.py --passages FOLDER --companies companies.json --out reports.jsonl.xz
"""

import argparse
import json
from pathlib import Path

from retriever.reports import pack

parser = argparse.ArgumentParser()
parser.add_argument("--passages", type=Path, required=True)
parser.add_argument("--companies", type=Path, required=True, help="the company of each report, by its name")
parser.add_argument("--out", type=Path, required=True)
given = parser.parse_args()
companies = json.loads(given.companies.read_text())
files = sorted(given.passages.glob("*.json.gz"), key=lambda file: (companies.get(file.name.split(".")[0], ""), file.name))
pack(files, companies, given.out)
print(f"{len(files)} reports, {given.out.stat().st_size / 2**20:.1f} MiB")
