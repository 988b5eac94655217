import { describe, expect, it } from "vitest";
import { addShown, isNew } from "./seen.ts";
import type { Watched } from "./watched-rows.ts";

const day = (number: number) => `2026-03-0${number}T00:00:00Z`;
const reportOf = (id: string, added: number) => ({ svc_entity_id: id, added_at: day(added) });

function row(id: string, reportAdded: number): Watched {
  const report = {
    report_id: `rep_${id}`,
    ...reportOf(id, reportAdded),
    file_title: "Annual report",
    publish_date: null,
  };
  return {
    svc_entity_id: id,
    name: id,
    ticker: null,
    fictional: true,
    added_at: day(1),
    price: null,
    figures: [],
    report,
    article: null,
  };
}

describe("what is new on watchlists", () => {
  it("is nothing before the first visit", () => {
    expect(isNew(reportOf("one", 5), {})).toBe(false);
  });

  it("is what came to a company after what was shown of it", () => {
    const seen = addShown({}, [row("one", 3)]);
    expect([2, 3, 4].map((added) => isNew(reportOf("one", added), seen))).toEqual([false, false, true]);
  });

  it("stays new on a list that was not opened, whatever another list showed later", () => {
    const before = addShown({}, [row("one", 2), row("other", 2)]);
    const seen = addShown(before, [row("one", 5)]);
    expect(isNew(reportOf("one", 5), seen)).toBe(false);
    expect(isNew(reportOf("other", 4), seen)).toBe(true);
  });

  it("of a company that was put on a list since is what came after everything that was shown", () => {
    const seen = addShown({}, [row("one", 3)]);
    expect([2, 4].map((added) => isNew(reportOf("third", added), seen))).toEqual([false, true]);
  });

  it("does not become new again when an older report is shown instead", () => {
    const seen = addShown(addShown({}, [row("one", 4)]), [row("one", 2)]);
    expect(isNew(reportOf("one", 3), seen)).toBe(false);
  });
});
