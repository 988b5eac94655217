import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatDay, formatShortDay } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { describeAction } from "./chart/use-chart-data.ts";
import { type Filing, groupByYear } from "./group-by-year.ts";

const { companies: words } = texts;
const REPORTS_MAX = 100;
const FACTS_MAX = 1_000;

/** Everything the company published or paid, the latest first. */
export function CompanyTimeline({ id }: { id: string }) {
  const reports = useOperation("reports.search", { svc_entity_id: id, limit: REPORTS_MAX });
  const facts = useOperation("facts.list", { svc_entity_id: id, limit: FACTS_MAX });
  const prices = useOperation("prices.eod_price", { svc_entity_id: id, window: "MAX", interval: "month" });
  const isReady = reports.data && !facts.isPending && !prices.isPending;
  const filings = isReady && [
    ...reports.data.reports.flatMap(fromReport),
    ...listTaggedFilings(facts.data?.facts ?? []),
    ...(prices.data?.corporate_actions ?? []).map(
      (action): Filing => ({ ...describeAction(action), about: "" }),
    ),
  ];
  return (
    <Card title={words.tabNames.filings} aside={words.filingsAbout} flush>
      <QueryView
        query={{ ...reports, data: filings || undefined }}
        rows={8}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={words.noFilings} />}
      >
        {(rows) => (
          <div className="space-y-4">
            {groupByYear(rows).map(([year, ofYear]) => (
              <section key={year} aria-label={year}>
                <h3 className="px-5 pb-1 font-semibold text-base tabular-nums">{year}</h3>
                <List>
                  {ofYear.map((filing) => (
                    <TimelineRow key={`${filing.day} ${filing.kind} ${filing.title}`} filing={filing} />
                  ))}
                </List>
              </section>
            ))}
          </div>
        )}
      </QueryView>
    </Card>
  );
}

const TONES = { report: "accent", tagged: "plain", dividend: "good", split: "warn", news: "plain" } as const;

function TimelineRow({ filing: { day, kind, title, about, to } }: { filing: Filing }) {
  return (
    <ListRow
      title={title}
      to={to}
      about={about}
      lead={
        <>
          <time dateTime={day} title={formatDay(day)} className="w-14 shrink-0 text-dim">
            {formatShortDay(day)}
          </time>
          <span className="@lg:block hidden w-20 shrink-0">
            <Badge tone={TONES[kind]}>{words.eventNames[kind]}</Badge>
          </span>
        </>
      }
    />
  );
}

type Report = OutputOf<"reports.search">["reports"][number];

function fromReport({ report_id, file_title, publish_date, lv3_name, page_count }: Report): Filing[] {
  if (publish_date === null) return [];
  const about = [lv3_name, page_count && words.pages(String(page_count))].filter(Boolean).join(" · ");
  return [{ day: publish_date, kind: "report", title: file_title, about, to: `/reports/${report_id}` }];
}

/** Each filing whose tagged figures are known, once. */
function listTaggedFilings(facts: OutputOf<"facts.list">["facts"]): Filing[] {
  const filings = new Map(facts.map(({ accession, form, filed }) => [accession, { form, filed }]));
  return [...filings].map(([accession, { form, filed }]) => ({
    day: filed,
    kind: "tagged",
    title: form,
    about: accession,
  }));
}
