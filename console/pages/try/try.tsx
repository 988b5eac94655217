import { useState } from "react";
import { type Operation, useServiceDocument } from "../../api/service-document.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { Field } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Card, Empty, Page } from "../../ui/surface.tsx";
import { OperationForm } from "./operation-form.tsx";
import { printPrice } from "./print-price.ts";

const { tryIt: words } = texts;

export function TryPage({ params }: PageProps) {
  const document = useServiceDocument();
  const id = params["operation"];
  return (
    <Page title={words.title} about={words.about}>
      <QueryView query={document} rows={12} tall>
        {({ operations, schemas }) => {
          const chosen = operations.find((operation) => operation.id === id);
          return (
            <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
              <div className={chosen ? "hidden lg:block" : ""}>
                <OperationList operations={operations} chosen={id ?? null} />
              </div>
              {chosen ? (
                <OperationForm key={chosen.id} operation={chosen} schemas={schemas} />
              ) : (
                <Card>
                  {id === undefined ? (
                    <Empty title={words.choose}>{words.chooseHint}</Empty>
                  ) : (
                    <Empty title={words.unknown}>{words.unknownHint}</Empty>
                  )}
                </Card>
              )}
            </div>
          );
        }}
      </QueryView>
    </Page>
  );
}

function OperationList({ operations, chosen }: { operations: readonly Operation[]; chosen: string | null }) {
  const [typed, setTyped] = useState("");
  const parts = typed.toLowerCase().split(/\s+/);
  const matching = operations.filter(({ id, summary, path }) =>
    parts.every((word) => `${id} ${summary} ${path}`.toLowerCase().includes(word)),
  );
  return (
    <Card>
      <Field
        label={words.filter}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {matching.length === 0 && <Empty title={words.none} />}
      <nav aria-label={words.all} className="-mx-2 mt-3 max-h-[70dvh] overflow-y-auto">
        {[...Map.groupBy(matching, ({ id }) => id.split(".")[0] ?? id)].map(([group, list]) => (
          <div key={group} className="mb-3">
            <h2 className="px-2 pb-1 font-semibold text-dim text-xs uppercase tracking-wide">{group}</h2>
            <ul>
              {list.map(({ id, summary, price }) => (
                <li key={id}>
                  <Link
                    to={`/try/${id}`}
                    aria-current={id === chosen ? "page" : undefined}
                    className={classNames(
                      "flex h-12 flex-col justify-center rounded-lg px-2",
                      id === chosen ? "bg-accent-soft text-accent-strong" : "hover:bg-soft",
                    )}
                  >
                    <span title={summary} className="truncate">
                      {summary}
                    </span>
                    <span className="flex justify-between gap-2 text-dim text-xs">
                      <code>{id}</code>
                      <span className="truncate">{typeof price === "number" ? printPrice(price) : ""}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </Card>
  );
}
