import {
  ASSET_ACCOUNTS,
  BALANCE_ACCOUNTS,
  EQUITY_ACCOUNTS,
  FLOW_ACCOUNTS,
  type Flows,
  LIABILITY_ACCOUNTS,
  recordOf,
  sumOf,
  WORKING_CAPITAL,
  WORKING_CAPITAL_ACCOUNTS,
} from "./accounts.ts";
import { type Drivers, type DriverYear, readDrivers, unitValue } from "./drivers.ts";
import {
  financingCash,
  investingCash,
  operatingCash,
  operatingProfit,
  profitBeforeTax,
  type Quarter,
  rollQuarters,
  workingCapitalCash,
} from "./quarters.ts";
import { roundHalfUp } from "./split.ts";

/** Every figure of a period by name: flows, closing balances, totals, `segment.x.revenue`, `region.x`, `kpi.x`. */
export type Figures = Record<string, number>;

/** `2024`, `2024H1`, `2024M9`, `2024Q3`; a restated one ends in `r`. */
export type PeriodKey = string;

export interface CompanyModel {
  drivers: Drivers;
  quarters: Quarter[];
  periods: Record<PeriodKey, Figures>;
}

const SPANS: readonly { key: string; first: number; last: number }[] = [
  { key: "", first: 1, last: 4 },
  { key: "H1", first: 1, last: 2 },
  { key: "H2", first: 3, last: 4 },
  { key: "M9", first: 1, last: 3 },
  { key: "Q1", first: 1, last: 1 },
  { key: "Q2", first: 2, last: 2 },
  { key: "Q3", first: 3, last: 3 },
  { key: "Q4", first: 4, last: 4 },
];

export function modelCompany(slug: string): CompanyModel {
  const drivers = readDrivers(slug);
  const quarters = rollQuarters(drivers);
  const periods: Record<PeriodKey, Figures> = {};
  for (const [year, figures] of Object.entries(drivers.history)) periods[year] = { ...figures };
  for (const year of drivers.years) Object.assign(periods, periodsOfYear(drivers, year, quarters));
  // The state before the first modelled year, for a balance sheet that shows it as the earlier column.
  const first = quarters[0];
  if (first !== undefined)
    periods[`${first.year - 1}`] = { ...balances(first.opening), ...periods[`${first.year - 1}`] };
  for (const [key, { base, adjust }] of Object.entries(drivers.restatements)) {
    const figures: Figures = { ...requirePeriod(periods, base) };
    for (const [name, amount] of Object.entries(adjust)) figures[name] = (figures[name] ?? 0) + amount;
    periods[key] = figures;
  }
  return { drivers, quarters, periods };
}

function periodsOfYear(drivers: Drivers, year: DriverYear, quarters: Quarter[]): Record<PeriodKey, Figures> {
  const ofYear = quarters.filter((quarter) => quarter.year === year.year);
  return Object.fromEntries(
    SPANS.filter((span) => span.last <= year.quarters).map((span) => {
      const key = `${year.year}${span.key}`;
      const kpis = span.key === "" ? year.kpis : (drivers.interim_kpis[key] ?? {});
      return [key, sumQuarters(drivers, ofYear.slice(span.first - 1, span.last), kpis)];
    }),
  );
}

export function requirePeriod(periods: Record<PeriodKey, Figures>, key: PeriodKey): Figures {
  const figures = periods[key];
  if (figures === undefined)
    throw new Error(`no period ${key}; there are ${Object.keys(periods).join(", ")}`);
  return figures;
}

function sumQuarters(drivers: Drivers, quarters: Quarter[], kpis: Record<string, number>): Figures {
  const first = quarters[0];
  const last = quarters.at(-1);
  if (first === undefined || last === undefined) throw new Error("a period has at least one quarter");
  const flows = recordOf(FLOW_ACCOUNTS, (name) =>
    quarters.reduce((total, quarter) => total + quarter.flows[name], 0),
  );
  return {
    ...flows,
    ...balances(last.closing),
    opening_cash: first.opening.cash,
    ...results(flows),
    ...cashFlows(flows, first, last),
    ...perShare(drivers, flows, quarters),
    ...parts(quarters),
    ...Object.fromEntries(Object.entries(kpis).map(([name, value]) => [`kpi.${name}`, value])),
  };
}

function balances(closing: Quarter["closing"]): Figures {
  const debt = closing.short_debt + closing.long_debt;
  const leases = closing.lease_current + closing.lease_noncurrent;
  return {
    ...recordOf(BALANCE_ACCOUNTS, (name) => closing[name]),
    total_assets: sumOf(ASSET_ACCOUNTS, closing),
    total_liabilities: sumOf(LIABILITY_ACCOUNTS, closing),
    equity: sumOf(EQUITY_ACCOUNTS, closing),
    equity_parent: sumOf(EQUITY_ACCOUNTS, closing) - closing.nci,
    debt,
    leases,
    net_debt: debt - closing.cash - closing.securities,
    net_debt_and_leases: debt + leases - closing.cash - closing.securities,
    liquid_funds: closing.cash + closing.securities,
  };
}

function results(flows: Flows): Figures {
  const profit = profitBeforeTax(flows) - flows.tax;
  const depreciationAndAmortisation = flows.depreciation + flows.rou_depreciation + flows.amortisation;
  const gain = flows.disposal_proceeds - flows.disposal_book_value;
  return {
    gross_profit: flows.revenue - flows.cost_of_sales,
    selling_and_admin: flows.selling + flows.admin,
    disposal_gain: gain,
    depreciation_and_amortisation: depreciationAndAmortisation,
    operating_profit: operatingProfit(flows),
    adjusted_operating_profit: operatingProfit(flows) + flows.restructuring + flows.impairment - gain,
    ebitda: operatingProfit(flows) + depreciationAndAmortisation + flows.impairment,
    adjusted_ebitda:
      operatingProfit(flows) + depreciationAndAmortisation + flows.impairment + flows.restructuring - gain,
    net_interest: flows.interest_expense - flows.interest_income,
    pretax_profit: profitBeforeTax(flows),
    net_profit: profit,
    net_profit_parent: profit - flows.nci_profit,
    current_tax: flows.tax - flows.deferred_tax,
    fx_reserve: flows.fx_cash + flows.fx_ppe + flows.fx_goodwill,
    other_comprehensive_income:
      flows.fx_cash + flows.fx_ppe + flows.fx_goodwill + flows.pension_remeasurement,
  };
}

function cashFlows(flows: Flows, first: Quarter, last: Quarter): Figures {
  const changes = Object.fromEntries(
    WORKING_CAPITAL_ACCOUNTS.map((name) => {
      const rise = last.closing[name] - first.opening[name];
      return [`cash_${name}`, (WORKING_CAPITAL[name] === "asset" ? -rise : rise) + 0];
    }),
  );
  const operating = operatingCash(flows, first.opening, last.closing);
  return {
    ...changes,
    cash_working_capital: workingCapitalCash(first.opening, last.closing),
    operating_cash: operating,
    investing_cash: investingCash(flows),
    financing_cash: financingCash(flows),
    cash_change: last.closing.cash - first.opening.cash,
    free_cash_flow: operating - flows.capex - flows.intangible_capex,
    total_capex: flows.capex + flows.intangible_capex,
  };
}

/** Shares in thousands; amounts per share in hundredths of the currency, or thousandths where the drivers say so. */
function perShare(drivers: Drivers, flows: Flows, quarters: Quarter[]): Figures {
  const average = roundHalfUp(
    quarters.reduce((total, quarter) => total + quarter.sharesAverageThousands, 0) / quarters.length,
  );
  const profit = profitBeforeTax(flows) - flows.tax - flows.nci_profit;
  const last = quarters.at(-1);
  // In a loss more shares would make the loss per share smaller, so they are left out.
  const diluted = profit < 0 ? average : average + (last?.dilutiveThousands ?? 0);
  const fractions = 10 ** drivers.per_share_decimals;
  const each = (shares: number) => roundHalfUp((profit * unitValue(drivers) * fractions) / (shares * 1_000));
  return {
    shares_closing: last?.sharesClosingThousands ?? 0,
    shares_average: average,
    shares_diluted: diluted,
    eps_basic: each(average),
    eps_diluted: each(diluted),
    dividend_per_share: roundHalfUp(
      quarters.reduce((sum, quarter) => sum + quarter.dividendPerShare, 0) * fractions,
    ),
  };
}

function parts(quarters: Quarter[]): Figures {
  const figures: Figures = {};
  const add = (name: string, amount: number) => {
    figures[name] = (figures[name] ?? 0) + amount;
  };
  for (const quarter of quarters) {
    for (const [name, segment] of Object.entries(quarter.segments)) {
      add(`segment.${name}.revenue`, segment.revenue);
      add(`segment.${name}.profit`, segment.profit);
      add("segments_profit", segment.profit);
    }
    for (const [name, revenue] of Object.entries(quarter.regions)) add(`region.${name}`, revenue);
    add("corporate_profit", operatingProfit(quarter.flows));
  }
  // What the segments do not carry: head office, and one-off items when the company reports them apart.
  figures.corporate_profit = (figures.corporate_profit ?? 0) - (figures.segments_profit ?? 0);
  return figures;
}
