import { useState } from "react";
import { RequestFailure } from "../../api/request.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatDay, formatPrice } from "../../ui/format.ts";
import { LineChart, type Point } from "../../ui/line-chart.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { Toggles } from "../../ui/toggles.tsx";

const { companies: words } = texts;
const WINDOWS = ["1M", "6M", "YTD", "1Y", "5Y", "MAX"] as const;
const CHOICES = WINDOWS.map((value) => ({ value, label: value }));
const percent = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

export function PriceChart({ id }: { id: string }) {
  const [window, setWindow] = useState<(typeof WINDOWS)[number]>("1Y");
  const [read, setRead] = useState<Point | null>(null);
  const prices = useOperation("prices.eod_price", { svc_entity_id: id, window });
  const isMissing = prices.error instanceof RequestFailure && prices.error.status === 404;
  return (
    <Card
      title={words.prices}
      className="min-h-80"
      aside={<Toggles label={words.windows} choices={CHOICES} chosen={window} onChoose={setWindow} />}
    >
      {isMissing ? (
        <Empty title={words.noPrices}>{words.noPricesHint}</Empty>
      ) : (
        <QueryView query={prices} rows={8}>
          {(data) => {
            const points = data.prices.flatMap(({ date, close }) =>
              close === null ? [] : [{ day: date, value: close }],
            );
            const [first] = points;
            const shown = read ?? points.at(-1);
            if (!first || !shown) return <Empty title={words.noPrices} />;
            const grown = shown.value / first.value - 1;
            return (
              <>
                <p className="mb-2 flex flex-wrap items-baseline gap-x-3">
                  <span className="font-semibold text-2xl tabular-nums">
                    {formatPrice(shown.value, data.currency)}
                  </span>
                  <span className={grown < 0 ? "text-bad" : "text-good"}>
                    {words.change(percent.format(grown))}
                  </span>
                  <span className="text-dim text-xs">{formatDay(shown.day)}</span>
                </p>
                <LineChart points={points} label={`${data.name}, ${window}`} onRead={setRead} />
                <p className="mt-2 text-dim text-xs">
                  {words.priceSource(data.source.name, data.source.licence)}
                </p>
              </>
            );
          }}
        </QueryView>
      )}
    </Card>
  );
}
