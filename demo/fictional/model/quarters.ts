import {
  ASSET_ACCOUNTS,
  BALANCE_ACCOUNTS,
  type Balance,
  EQUITY_ACCOUNTS,
  FLOW_ACCOUNTS,
  type Flows,
  LIABILITY_ACCOUNTS,
  recordOf,
  sumOf,
  WORKING_CAPITAL,
  WORKING_CAPITAL_ACCOUNTS,
  type WorkingCapitalAccount,
} from "./accounts.ts";
import { type Amount, type Drivers, type DriverYear, unitValue } from "./drivers.ts";
import { roundHalfUp, splitInteger } from "./split.ts";

export interface Quarter {
  year: number;
  quarter: number;
  flows: Flows;
  segments: Record<string, { revenue: number; profit: number }>;
  regions: Record<string, number>;
  opening: Balance;
  closing: Balance;
  sharesClosingThousands: number;
  sharesAverageThousands: number;
  dilutiveThousands: number;
  dividendPerShare: number;
}

const EVEN = [1, 1, 1, 1] as const;
const FOLLOWS_COSTS: readonly string[] = ["cost_of_sales", "selling"];

/** Rolls the balance sheet forward quarter by quarter; throws when it does not balance. */
export function rollQuarters(drivers: Drivers): Quarter[] {
  const quarters: Quarter[] = [];
  let balance = recordOf(BALANCE_ACCOUNTS, (name) => drivers.opening[name] ?? 0);
  let shares = drivers.opening_shares_thousands;
  for (const year of drivers.years) {
    const yearOpening = balance;
    const sharesSteps = splitInteger(year.shares_closing_thousands - shares, EVEN.slice(0, year.quarters));
    for (let index = 0; index < year.quarters; index++) {
      const sharesClosing = shares + (sharesSteps[index] ?? 0);
      const quarter = rollOne({ drivers, year, index, opening: balance, yearOpening, shares, sharesClosing });
      quarters.push(quarter);
      balance = quarter.closing;
      shares = sharesClosing;
    }
  }
  return quarters;
}

interface Step {
  drivers: Drivers;
  year: DriverYear;
  index: number;
  opening: Balance;
  yearOpening: Balance;
  shares: number;
  sharesClosing: number;
}

function rollOne(step: Step): Quarter {
  const { drivers, year, index, opening } = step;
  const segments = segmentsOf(step);
  const flows = flowsOf(step, segments);
  const closing = close(step, flows);
  const regionNames = Object.keys(year.regions);
  const regionParts = splitInteger(flows.revenue, Object.values(year.regions));
  const gap =
    sumOf(ASSET_ACCOUNTS, closing) - sumOf(LIABILITY_ACCOUNTS, closing) - sumOf(EQUITY_ACCOUNTS, closing);
  if (gap !== 0)
    throw new Error(`${drivers.slug} ${year.year} Q${index + 1}: balance sheet is off by ${gap}`);
  return {
    year: year.year,
    quarter: index + 1,
    flows,
    segments,
    regions: Object.fromEntries(regionNames.map((name, at) => [name, regionParts[at] ?? 0])),
    opening,
    closing,
    sharesClosingThousands: step.sharesClosing,
    sharesAverageThousands: roundHalfUp((step.shares + step.sharesClosing) / 2),
    dilutiveThousands: year.dilutive_thousands,
    dividendPerShare: year.dividend_per_share[index] ?? 0,
  };
}

function inQuarter(amount: Amount | undefined, index: number, season: readonly number[]): number {
  if (amount === undefined) return 0;
  return (typeof amount === "number" ? splitInteger(amount, season)[index] : amount[index]) ?? 0;
}

function segmentsOf({ drivers, year, index }: Step): Quarter["segments"] {
  return Object.fromEntries(
    Object.entries(year.segments).map(([name, segment]) => {
      const season = drivers.seasons.segments[name] ?? drivers.seasons.revenue;
      return [
        name,
        {
          revenue: inQuarter(segment.revenue, index, season),
          profit: inQuarter(segment.profit, index, season),
        },
      ];
    }),
  );
}

function flowsOf(step: Step, segments: Quarter["segments"]): Flows {
  const { drivers, year, index } = step;
  const flows = recordOf(FLOW_ACCOUNTS, (name) =>
    inQuarter(year.flows[name], index, FOLLOWS_COSTS.includes(name) ? drivers.seasons.cost_of_sales : EVEN),
  );
  flows.revenue = Object.values(segments).reduce((total, segment) => total + segment.revenue, 0);
  if (year.tax_rate !== undefined) flows.tax = roundHalfUp(profitBeforeTax(flows) * year.tax_rate);
  const perShare = year.dividend_per_share[index] ?? 0;
  flows.dividends = roundHalfUp((perShare * step.shares * 1_000) / unitValue(drivers));
  flows.acquired_goodwill = flows.acquisition_cash - flows.acquired_intangibles - flows.acquired_ppe;
  return flows;
}

export function operatingProfit(flows: Flows): number {
  const gainOnDisposal = flows.disposal_proceeds - flows.disposal_book_value;
  return (
    flows.revenue -
    flows.cost_of_sales -
    flows.research -
    flows.selling -
    flows.admin +
    flows.other_income +
    gainOnDisposal -
    flows.other_expense -
    flows.restructuring -
    flows.impairment
  );
}

export function profitBeforeTax(flows: Flows): number {
  return operatingProfit(flows) + flows.interest_income - flows.interest_expense + flows.other_financial;
}

/** The level an account is driven to at this quarter's end: a straight line through the year plus its season. */
function target(step: Step, name: WorkingCapitalAccount | "short_debt" | "lease_current"): number {
  const { drivers, year, index, yearOpening } = step;
  const end = year.closing[name] ?? yearOpening[name];
  const line = yearOpening[name] + ((end - yearOpening[name]) * (index + 1)) / year.quarters;
  const seasonal = drivers.seasons.working_capital[name]?.[index] ?? 0;
  return roundHalfUp(line * (1 + seasonal));
}

function close(step: Step, flows: Flows): Balance {
  const { opening } = step;
  const closing: Balance = { ...opening };
  for (const name of WORKING_CAPITAL_ACCOUNTS) closing[name] = target(step, name);

  closing.ppe +=
    flows.capex +
    flows.acquired_ppe +
    flows.fx_ppe -
    flows.depreciation -
    flows.disposal_book_value -
    flows.impairment;
  closing.rou += flows.leases_new - flows.rou_depreciation;
  closing.intangibles += flows.intangible_capex + flows.acquired_intangibles - flows.amortisation;
  closing.goodwill += flows.acquired_goodwill + flows.fx_goodwill;
  closing.securities += flows.securities_bought;

  const debt = opening.short_debt + opening.long_debt + flows.debt_issued - flows.debt_repaid;
  closing.short_debt = Math.min(debt, target(step, "short_debt"));
  closing.long_debt = debt - closing.short_debt;
  const leases = opening.lease_current + opening.lease_noncurrent + flows.leases_new - flows.leases_repaid;
  closing.lease_current = Math.min(leases, target(step, "lease_current"));
  closing.lease_noncurrent = leases - closing.lease_current;
  closing.pensions -= flows.pension_remeasurement;
  closing.deferred_tax_liabilities += flows.deferred_tax;

  const profit = profitBeforeTax(flows) - flows.tax;
  closing.retained += profit - flows.nci_profit - flows.dividends;
  closing.nci += flows.nci_profit - flows.nci_dividends;
  closing.other_reserves += flows.fx_cash + flows.fx_ppe + flows.fx_goodwill + flows.pension_remeasurement;
  closing.treasury -= flows.buybacks;
  closing.share_premium += flows.stock_compensation + flows.shares_issued_cash;

  closing.cash += cashChange(flows, opening, closing);
  return closing;
}

export function operatingCash(flows: Flows, opening: Balance, closing: Balance): number {
  const noncash =
    flows.depreciation +
    flows.rou_depreciation +
    flows.amortisation +
    flows.impairment +
    flows.stock_compensation +
    flows.deferred_tax -
    (flows.disposal_proceeds - flows.disposal_book_value);
  return profitBeforeTax(flows) - flows.tax + noncash + workingCapitalCash(opening, closing);
}

export function workingCapitalCash(opening: Balance, closing: Balance): number {
  return WORKING_CAPITAL_ACCOUNTS.reduce((total, name) => {
    const rise = closing[name] - opening[name];
    return total + (WORKING_CAPITAL[name] === "asset" ? -rise : rise);
  }, 0);
}

export function investingCash(flows: Flows): number {
  return (
    flows.disposal_proceeds -
    flows.capex -
    flows.intangible_capex -
    flows.acquisition_cash -
    flows.securities_bought
  );
}

export function financingCash(flows: Flows): number {
  return (
    flows.debt_issued -
    flows.debt_repaid -
    flows.leases_repaid -
    flows.dividends -
    flows.nci_dividends -
    flows.buybacks +
    flows.shares_issued_cash
  );
}

function cashChange(flows: Flows, opening: Balance, closing: Balance): number {
  return operatingCash(flows, opening, closing) + investingCash(flows) + financingCash(flows) + flows.fx_cash;
}
