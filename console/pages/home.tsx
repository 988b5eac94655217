import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Card, Field, Listing, number } from "../ui/parts.tsx";
import { useSettled } from "../ui/use-settled.ts";

export function HomePage({ apiKey, onLeave }: { apiKey: string; onLeave: () => void }) {
  return (
    <div className="mx-auto max-w-5xl px-4 py-8">
      <header className="mb-8 flex items-center justify-between">
        <h1 className="text-xl font-semibold">Florin console</h1>
        <nav className="flex gap-4 text-sm">
          <a className="text-brand hover:underline dark:text-teal-400" href="/docs">
            Reference
          </a>
          <button type="button" className="text-brand hover:underline dark:text-teal-400" onClick={onLeave}>
            Forget the key
          </button>
        </nav>
      </header>
      <main className="grid gap-5 md:grid-cols-2">
        <Balance apiKey={apiKey} />
        <Usage apiKey={apiKey} />
        <div className="md:col-span-2">
          <CompanySearch apiKey={apiKey} />
        </div>
        <div className="md:col-span-2">
          <RecentCalls apiKey={apiKey} />
        </div>
      </main>
    </div>
  );
}

function Balance({ apiKey }: { apiKey: string }) {
  const balance = useQuery({
    queryKey: ["account.balance"],
    queryFn: async () => (await call("account.balance", apiKey, {})).data,
  });
  return (
    <Card title="Credits">
      <p className="text-3xl font-semibold tabular-nums">
        {balance.data ? number.format(balance.data.available) : "…"}
      </p>
      <p className="mt-1 text-sm text-stone-500 dark:text-stone-400">
        {balance.data
          ? `${number.format(balance.data.spent)} spent, ${number.format(balance.data.held)} held`
          : " "}
      </p>
    </Card>
  );
}

function Usage({ apiKey }: { apiKey: string }) {
  const usage = useQuery({
    queryKey: ["account.usage"],
    queryFn: async () => (await call("account.usage", apiKey, {})).data.usage,
  });
  return (
    <Card title="Last 30 days, by operation">
      <Listing query={usage} empty="Nothing was spent yet.">
        {(rows) => {
          const totals = Map.groupBy(rows, (row) => row.operation_id);
          const sums = [...totals].map(([id, group]) => ({
            id,
            credits: group.reduce((sum, row) => sum + row.credits, 0),
          }));
          const most = Math.max(...sums.map(({ credits }) => credits), 1);
          return (
            <ul className="space-y-2 text-sm">
              {sums.map(({ id, credits }) => (
                <li key={id}>
                  <span className="flex justify-between">
                    <span>{id}</span>
                    <span className="tabular-nums">{number.format(credits)}</span>
                  </span>
                  <span
                    className="mt-1 block h-1.5 rounded bg-brand"
                    style={{ width: `${(100 * credits) / most}%` }}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </Listing>
    </Card>
  );
}

/** Every search costs a credit: it waits until the typing has paused. */
const SETTLE_MILLISECONDS = 400;

function CompanySearch({ apiKey }: { apiKey: string }) {
  const [name, setName] = useState("");
  const settled = useSettled(name.trim(), SETTLE_MILLISECONDS);
  const companies = useQuery({
    queryKey: ["companies.search", settled],
    queryFn: async () => (await call("companies.search", apiKey, { name: settled })).data,
    enabled: settled.length >= 2,
  });
  return (
    <Card title="Companies">
      <Field
        label="Name"
        placeholder="Two letters or more"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="mt-4 min-h-16">
        {settled.length >= 2 && (
          <Listing query={companies} empty="No company found.">
            {(found) => (
              <ul className="divide-y divide-stone-200 text-sm dark:divide-stone-800">
                {found.map((company) => (
                  <li key={company.svc_entity_id} className="flex items-center gap-3 py-2">
                    <img className="size-8 rounded-md" src={new URL(company.png_logo_path).pathname} alt="" />
                    <span className="grow">
                      {company.name}
                      {company.fictional && (
                        <span className="ml-2 text-xs text-stone-500">fictional demo company</span>
                      )}
                    </span>
                    <span className="text-stone-500 dark:text-stone-400">
                      {company.children.map(({ ticker }) => ticker).join(", ")}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Listing>
        )}
      </div>
    </Card>
  );
}

function RecentCalls({ apiKey }: { apiKey: string }) {
  const calls = useQuery({
    queryKey: ["account.audit"],
    queryFn: async () => (await call("account.audit", apiKey, { limit: 10 })).data,
    refetchInterval: 5_000,
  });
  return (
    <Card title="Recent calls">
      <Listing query={calls} empty="No calls yet.">
        {(rows) => (
          <div className="overflow-x-auto">
            <table className="w-full text-left text-sm">
              <thead className="text-xs text-stone-500 dark:text-stone-400">
                <tr>
                  <th className="py-1 pr-4 font-medium">Time</th>
                  <th className="py-1 pr-4 font-medium">Operation</th>
                  <th className="py-1 pr-4 font-medium">Status</th>
                  <th className="py-1 text-right font-medium">Credits</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.request_id} className="border-t border-stone-200 dark:border-stone-800">
                    <td className="py-1.5 pr-4 tabular-nums">{new Date(row.at).toLocaleTimeString()}</td>
                    <td className="py-1.5 pr-4">{row.operation_id}</td>
                    <td className="py-1.5 pr-4">{row.status}</td>
                    <td className="py-1.5 text-right tabular-nums">{row.credits}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Listing>
    </Card>
  );
}
