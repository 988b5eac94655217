import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatDay, formatShortDay } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
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
    <Card title={words.tabNames.filings} aside={words.filingsAbout}>
      <QueryView
        query={{ ...reports, data: filings || undefined }}
        rows={8}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={words.noFilings} />}
      >
        {(rows) => (
          <ol className="space-y-6">
            {groupByYear(rows).map(([year, ofYear]) => (
              <li key={year} className="gap-6 sm:flex">
                <h3 className="mb-2 w-16 shrink-0 font-semibold text-lg tabular-nums">{year}</h3>
                <ol className="min-w-0 grow border-line border-l">
                  {ofYear.map((filing) => (
                    <TimelineRow key={`${filing.day} ${filing.kind} ${filing.title}`} filing={filing} />
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  );
}

const TONES = { report: "accent", tagged: "plain", dividend: "good", split: "warn", news: "plain" } as const;

function TimelineRow({ filing: { day, kind, title, about, to } }: { filing: Filing }) {
  return (
    <li className="relative flex min-h-9 flex-wrap items-center gap-x-3 py-1.5 pl-5 before:absolute before:-left-[5px] before:size-2.5 before:rounded-full before:bg-edge before:content-['']">
      <time dateTime={day} title={formatDay(day)} className="w-14 text-dim tabular-nums">
        {formatShortDay(day)}
      </time>
      <span className="w-20">
        <Badge tone={TONES[kind]}>{words.eventNames[kind]}</Badge>
      </span>
      {to === undefined ? (
        <span>{title}</span>
      ) : (
        <Link to={to} className="font-medium hover:underline">
          {title}
        </Link>
      )}
      <span className="text-dim text-xs">{about}</span>
    </li>
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
