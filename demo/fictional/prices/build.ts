/** Writes end-of-day prices and corporate actions of the fictional companies: `node demo/fictional/prices/build.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Company, readCompanies } from "../catalogue.ts";
import { readDrivers } from "../model/drivers.ts";
import { createRandom } from "./random.ts";
import { type Day, walk } from "./walk.ts";

export const FIRST_DAY = "2022-01-03";
export const LAST_DAY = "2025-06-30";

const Anchors = z.record(
  z.string(),
  z.object({
    /** Decimals of a quoted price. */
    places: z.int(),
    daily_volatility: z.number(),
    /** Share of the company's shares that changes hands on an ordinary day. */
    daily_turnover: z.number(),
    /** Closes that reports and news speak of; between them the price wanders. All on the basis of before a split. */
    closes: z.record(z.iso.date(), z.number()),
  }),
);
const Actions = z.array(
  z.object({
    company: z.string(),
    type: z.enum(["dividend", "split"]),
    amount: z.number().optional(),
    ratio: z.number().optional(),
    /** Ex-date and payment date. */
    dates: z.array(z.tuple([z.iso.date(), z.iso.date()])),
  }),
);

export interface CorporateAction {
  company: Company;
  type: "dividend" | "split";
  exDate: string;
  paymentDate: string;
  amount: number | null;
  ratio: number | null;
}

export interface PriceRow extends Day {
  company: Company;
  places: number;
}

/** As traded: a split shows as a fall, and the actions say why. */
export function buildPrices(): { rows: PriceRow[]; actions: CorporateAction[] } {
  const anchors = Anchors.parse(readJson("anchors.json"));
  const actions = readActions();
  const rows = readCompanies().flatMap((company) => {
    const anchor = anchors[company.slug];
    if (anchor === undefined) throw new Error(`${company.slug}: no prices`);
    const splits = actions.filter(
      (action) => action.company.slug === company.slug && action.type === "split",
    );
    const days = walk({
      days: weekdays(FIRST_DAY, LAST_DAY),
      closes: anchor.closes,
      dailyVolatility: anchor.daily_volatility,
      ordinaryVolume: sharesOf(company.slug) * anchor.daily_turnover,
      random: createRandom(`prices:${company.slug}`),
    });
    return days.map((day) => ({ ...unadjust(day, splits, anchor.places), company, places: anchor.places }));
  });
  return { rows, actions };
}

/** The walk runs on the basis of before the split; afterwards each share is a fraction of one. */
function unadjust(day: Day, splits: readonly CorporateAction[], places: number): Day {
  const ratio = splits.reduce((all, split) => (day.date >= split.exDate ? all * (split.ratio ?? 1) : all), 1);
  const price = (value: number) => Number((value / ratio).toFixed(places));
  const close = price(day.close);
  const open = price(day.open);
  return {
    date: day.date,
    open,
    high: Math.max(price(day.high), open, close),
    low: Math.min(price(day.low), open, close),
    close,
    volume: Math.round((day.volume * ratio) / 100) * 100,
  };
}

/** Shares at the start, on the basis of before any split. */
function sharesOf(slug: string): number {
  const shares = readDrivers(slug).opening_shares_thousands * 1_000;
  const ratio = readActions()
    .filter((action) => action.company.slug === slug && action.type === "split")
    .reduce((all, split) => all * (split.ratio ?? 1), 1);
  return shares / ratio;
}

function readActions(): CorporateAction[] {
  const companies = new Map(readCompanies().map((company) => [company.slug, company]));
  return Actions.parse(readJson("actions.json"))
    .flatMap(({ company: slug, type, amount, ratio, dates }) => {
      const company = companies.get(slug);
      if (company === undefined) throw new Error(`no company ${slug}`);
      return dates.map(([exDate, paymentDate]) => ({
        company,
        type,
        exDate,
        paymentDate,
        amount: amount ?? null,
        ratio: ratio ?? null,
      }));
    })
    .sort((a, b) => a.exDate.localeCompare(b.exDate) || a.company.slug.localeCompare(b.company.slug));
}

function weekdays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
}

export function pricesCsv(rows: readonly PriceRow[]): string {
  const lines = rows.map(({ company, places, date, open, high, low, close, volume }) =>
    [
      company.svc_entity_id,
      company.ticker,
      date,
      ...[open, high, low, close].map((price) => price.toFixed(places)),
      volume,
      company.currency,
    ].join(","),
  );
  return ["svc_entity_id,ticker,date,open,high,low,close,volume,currency", ...lines, ""].join("\n");
}

export function actionsCsv(actions: readonly CorporateAction[]): string {
  const lines = actions.map(({ company, type, exDate, paymentDate, amount, ratio }) =>
    [
      company.svc_entity_id,
      company.ticker,
      type,
      exDate,
      paymentDate,
      amount ?? "",
      amount === null ? "" : company.currency,
      ratio ?? "",
    ].join(","),
  );
  return ["svc_entity_id,ticker,type,ex_date,payment_date,amount,currency,ratio", ...lines, ""].join("\n");
}

/** Shares in issue at the end of each fiscal year, as they were then: the model counts in shares of after a split. */
export function sharesCsv(actions: readonly CorporateAction[]): string {
  const lines = readCompanies().flatMap((company) => {
    const drivers = readDrivers(company.slug);
    return drivers.years
      .filter(({ quarters }) => quarters === 4)
      .map(({ year, shares_closing_thousands }) => {
        const date = `${year}-${drivers.fiscal_year_end}`;
        const later = actions
          .filter(
            ({ company: { slug }, type, exDate }) =>
              slug === company.slug && type === "split" && exDate > date,
          )
          .reduce((all, split) => all * (split.ratio ?? 1), 1);
        return [
          company.svc_entity_id,
          date,
          (shares_closing_thousands * 1_000) / later,
          `annual report ${year}`,
        ].join(",");
      });
  });
  return ["svc_entity_id,date,shares,reference", ...lines, ""].join("\n");
}

if (import.meta.main) {
  const { rows, actions } = buildPrices();
  writeFileSync(join(import.meta.dirname, "../prices.csv"), pricesCsv(rows));
  writeFileSync(join(import.meta.dirname, "../corporate-actions.csv"), actionsCsv(actions));
  writeFileSync(join(import.meta.dirname, "shares.csv"), sharesCsv(actions));
  console.log(`${rows.length} prices, ${actions.length} actions`);
}
