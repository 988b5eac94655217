"""A table of margins of the demo's companies: python3 clients/python/examples/margins.py"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from florin_client import Florin

with Florin(os.environ.get("FLORIN_URL", "http://localhost:8080"), api_key=os.environ["FLORIN_API_KEY"]) as florin:
    names = ["Haldrewick", "Orvenkamp"]
    companies = [florin.companies.search(name=name)[0] for name in names]
    series = florin.financials.series(
        svc_entity_ids=[company.svc_entity_id for company in companies],
        figures=["revenue", "operating_margin"],
        periods=2,
    )
    by_id = {company.svc_entity_id: company.name for company in companies}
    for line in series.series:
        values = ["–" if value is None else f"{value:,.3f}" for value in line["values"]]
        print(f"{by_id[line.svc_entity_id]:<28}{line.figure:<20}{'  '.join(values)}")
