import { readFileSync } from "node:fs";
import { z } from "zod";
import { BALANCE_ACCOUNTS, FLOW_ACCOUNTS, WORKING_CAPITAL_ACCOUNTS } from "./accounts.ts";

/** A year's amount, spread over the quarters by a season, or the quarters themselves for one-off events. */
const Amount = z.union([z.int(), z.array(z.int()).min(1).max(4)]);
export type Amount = z.infer<typeof Amount>;

const Season = z.array(z.number().positive()).length(4);

const Segment = z.object({ revenue: Amount, profit: Amount });

const Year = z.object({
  year: z.int(),
  /** Fewer than four for a year still running: amounts are then given quarter by quarter. */
  quarters: z.int().min(1).max(4).default(4),
  segments: z.record(z.string(), Segment),
  regions: z.record(z.string(), z.number().positive()),
  flows: z.partialRecord(z.enum(FLOW_ACCOUNTS), Amount),
  /** Of the profit before tax; a company in loss states its tax among the flows instead. */
  tax_rate: z.number().optional(),
  closing: z.partialRecord(z.enum([...WORKING_CAPITAL_ACCOUNTS, "short_debt", "lease_current"]), z.int()),
  shares_closing_thousands: z.int(),
  dilutive_thousands: z.int().default(0),
  /** Per share and quarter, in the currency; what is paid in cash follows from the shares. */
  dividend_per_share: z.array(z.number()).max(4).default([]),
  kpis: z.record(z.string(), z.number()).default({}),
});
export type DriverYear = z.infer<typeof Year>;

const Drivers = z.object({
  slug: z.string(),
  currency: z.enum(["USD", "EUR", "GBP", "JPY"]),
  /** One model unit is `scale` divided by ten to the power of `decimals`. */
  scale: z.enum(["million", "thousand"]),
  decimals: z.int().min(0).max(1),
  /** Two everywhere, but pence are printed with a tenth. */
  per_share_decimals: z.int().min(2).max(3).default(2),
  fiscal_year_end: z.string().regex(/^\d\d-\d\d$/),
  seasons: z.object({
    revenue: Season,
    cost_of_sales: Season,
    segments: z.record(z.string(), Season).default({}),
    /** How far an account stands above its straight line at the end of each quarter, as a share of its level. */
    working_capital: z.record(z.string(), z.array(z.number()).length(4)).default({}),
  }),
  opening: z.partialRecord(z.enum(BALANCE_ACCOUNTS), z.int()),
  opening_shares_thousands: z.int(),
  years: z.array(Year).min(1),
  /** Years before the model starts, by year: shown in summaries only. */
  history: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  /** Operating figures of periods that are not full years, by period. */
  interim_kpis: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  /** Periods printed again on a new basis: the period they come from, and what is added to its figures. */
  restatements: z
    .record(z.string(), z.object({ base: z.string(), adjust: z.record(z.string(), z.int()) }))
    .default({}),
});
export type Drivers = z.infer<typeof Drivers>;

export function readDrivers(slug: string): Drivers {
  const path = new URL(`../drivers/${slug}.json`, import.meta.url);
  return Drivers.parse(JSON.parse(readFileSync(path, "utf8")));
}

/** What one model unit is worth in the currency itself. */
export function unitValue(drivers: Pick<Drivers, "scale" | "decimals">): number {
  return (drivers.scale === "million" ? 1_000_000 : 1_000) / 10 ** drivers.decimals;
}
