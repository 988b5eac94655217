import { describe, expect, it } from "vitest";
import { dateByEvidence } from "./date-by-evidence.ts";
import { parseAge, parseDate } from "./parse-date.ts";

const NOW = new Date("2025-07-01T12:00:00Z");

describe("the date of an article", () => {
  it.each([
    ["2025-06-05", "2025-06-05T00:00:00.000Z"],
    ["2025-06-05T07:28:00.123Z", "2025-06-05T07:28:00.000Z"],
    ["2025-06-05T07:28:00+02:00", "2025-06-05T05:28:00.000Z"],
    ["2025-06-05 07:28:00", "2025-06-05T07:28:00.000Z"],
    ["20250820T163000Z", "2025-08-20T16:30:00.000Z"],
    ["Thu, 05 Jun 2025 07:28:00 GMT", "2025-06-05T07:28:00.000Z"],
    ["Thu, 5 Jun 2025 07:28:00 -0400", "2025-06-05T11:28:00.000Z"],
    ["05 Jun 25 07:28 EST", "2025-06-05T12:28:00.000Z"],
    ["05-JUN-2025 07:28:01", "2025-06-05T07:28:01.000Z"],
    ["June 5, 2025", "2025-06-05T00:00:00.000Z"],
    ["05/20/2025, 07:00 PM, +0000 UTC", "2025-05-20T19:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ])("is read from %s as %s", (text, expected) => {
    expect(parseDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    "",
    "yesterday evening",
    "last quarter",
    "2025-02-30",
    "2025-13-45T10:00:00Z",
    "00/00/0000",
    "0000-00-00",
    "Thu, 31 Foo 2024 25:61:00 GMT",
    "1970-01-01T00:00:00Z",
    "0001-01-01",
    "2025-06-05T25:00:00Z",
    "20251301",
    "12",
    "Thu, 05 Jun 2025 07:28:00 XYZ",
  ])("cannot be read from %j", (text) => {
    expect(parseDate(text)).toBeNull();
  });

  it("can be an age, counted from when it was stated, but not in months", () => {
    expect(parseAge("8 hours ago", NOW)?.toISOString()).toBe("2025-07-01T04:00:00.000Z");
    expect(parseAge("an hour ago", NOW)?.toISOString()).toBe("2025-07-01T11:00:00.000Z");
    expect(parseAge("2 months ago", NOW)).toBeNull();
  });

  it("comes from the first readable clue, which is named, and is never the present", () => {
    const dated = dateByEvidence(
      [
        { tag: "pubDate", text: "soon" },
        { tag: "dc:date", text: "2025-06-05" },
      ],
      NOW,
    );
    expect(dated).toMatchObject({ date_state: "known", date_evidence: "dc:date: 2025-06-05" });
    expect(dateByEvidence([], NOW)).toMatchObject({ date_state: "missing", published_at: null });
    expect(dateByEvidence([{ tag: "pubDate", text: "soon" }], NOW)).toMatchObject({
      date_state: "unparsable",
      published_at: null,
      date_evidence: "pubDate: soon",
    });
    expect(dateByEvidence([{ tag: "date", text: "3 days ago" }], NOW).date_state).toBe("unparsable");
  });

  it("is never in the future, except for a clock that is slightly fast", () => {
    expect(dateByEvidence([{ tag: "pubDate", text: "2025-07-02" }], NOW).date_state).toBe("future");
    expect(dateByEvidence([{ tag: "pubDate", text: "2025-07-01T12:05:00Z" }], NOW).date_state).toBe("known");
  });
});
