"""Answers as dictionaries whose values are attributes too, with a short form that a notebook can show."""

from __future__ import annotations

import html
from typing import Any, Dict, List


class Record(Dict[str, Any]):
    """An object of the service: ``company.name`` and ``company["name"]`` are the same."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name.rstrip("_") if name not in self else name]
        except KeyError:
            raise AttributeError(f"there is no {name} here; there are {', '.join(self)}") from None

    def to_dataframe(self) -> Any:
        """The rows of the answer as a pandas DataFrame: its only list, or itself as one row."""
        lists = [value for value in self.values() if isinstance(value, list) and value]
        return to_dataframe(lists[0] if len(lists) == 1 else [self])


class Claim(Record):
    """A number and the place it was read from."""

    def __repr__(self) -> str:
        place = f" (page {self['page']})" if self.get("page") is not None else ""
        quote = f" “{self['quote']}”" if self.get("quote") else ""
        return f"<Claim {self.get('label')}: {self.get('value')} {self.get('unit') or ''}{place}{quote}>"

    def _repr_html_(self) -> str:
        label = html.escape(f"{self.get('label')}: {self.get('value')} {self.get('unit') or ''}")
        quote = html.escape(str(self.get("quote") or ""))
        link = self.get("link")
        page = f"page {self['page']}" if self.get("page") is not None else "computed"
        place = f'<a href="{html.escape(str(link))}">{page}</a>' if link else page
        return f"<b>{label}</b>, {place}<br><q>{quote}</q>"


def wrap(value: Any) -> Any:
    """What JSON gave, with objects as records."""
    if isinstance(value, list):
        return [wrap(item) for item in value]
    if not isinstance(value, dict):
        return value
    fields = {key: wrap(item) for key, item in value.items()}
    return Claim(fields) if "claim_id" in fields and "label" in fields else Record(fields)


def to_dataframe(rows: List[Any]) -> Any:
    """A list of records as a pandas DataFrame; pandas has to be installed."""
    import pandas  # type: ignore[import]

    return pandas.json_normalize([dict(row) for row in rows])
