import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatNumber, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Card, Page } from "../../ui/surface.tsx";
import { IngestionHealth } from "./ingestion-health.tsx";
import { RecentArtifacts } from "./recent-artifacts.tsx";
import { RecentCalls } from "./recent-calls.tsx";
import { UsageCharts } from "./usage-charts.tsx";

const { home } = texts;
const DAYS = 30;

export function OverviewPage() {
  return (
    <Page title={home.title} about={home.about}>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <Figures />
        <UsageCharts />
        <div className="lg:col-span-2">
          <Card
            title={home.recentCalls}
            aside={
              <Link to="/settings/audit" className="text-accent hover:underline">
                {home.allCalls}
              </Link>
            }
            flush
          >
            <RecentCalls />
          </Card>
        </div>
        <div className="space-y-4">
          <RecentArtifacts />
          <IngestionHealth />
        </div>
      </div>
    </Page>
  );
}

function Figures() {
  const balance = useOperation("account.balance", {});
  const usage = useOperation("account.usage", {});
  return (
    <>
      <Figure title={home.available}>
        <QueryView query={balance} rows={2}>
          {({ available, granted, held }) => (
            <Value
              value={formatWhole(available)}
              about={held > 0 ? home.held(formatWhole(held)) : home.grantedOf(formatWhole(granted))}
            />
          )}
        </QueryView>
      </Figure>
      <Figure title={home.spent}>
        <QueryView query={usage} rows={2}>
          {({ total_credits }) => (
            <Value
              value={formatWhole(total_credits)}
              about={home.perDay(formatNumber(Math.round((10 * total_credits) / DAYS) / 10))}
            />
          )}
        </QueryView>
      </Figure>
      <Figure title={home.calls}>
        <QueryView query={usage} rows={2}>
          {({ total_calls, total_credits }) => (
            <Value
              value={formatWhole(total_calls)}
              about={home.perCall(formatNumber(total_calls === 0 ? 0 : total_credits / total_calls))}
            />
          )}
        </QueryView>
      </Figure>
    </>
  );
}

function Figure({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="min-h-28 rounded-xl border border-line bg-card px-5 py-4 shadow-xs">
      <h2 className="mb-2 font-medium text-dim">{title}</h2>
      {children}
    </section>
  );
}

function Value({ value, about }: { value: string; about: string }) {
  return (
    <>
      <p className="font-semibold text-3xl tabular-nums tracking-tight">{value}</p>
      <p className="mt-0.5 text-dim text-xs">{about}</p>
    </>
  );
}
