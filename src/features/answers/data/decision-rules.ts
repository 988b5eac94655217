/** Rules of thumb for qualities people ask about. Each is printed with the verdict, in words. */
export interface DecisionRule {
  asked: RegExp;
  /** "Yes" when this holds. */
  says: string;
  /** The figures of the newest period by name, in percent where they are shares; null where they do not decide. */
  decide: (figure: (id: string) => number | null, revenueGrowth: number | null) => boolean | null;
}

export const RULES: readonly DecisionRule[] = [
  {
    asked: /\b(?:capital|asset)[- ](?:intensive|heavy)\b/i,
    says: "capital expenditure is a tenth of revenue or more, or property, plant and equipment a third of total assets or more",
    decide(figure) {
      const [spent, property, assets] = [
        figure("capex_to_revenue"),
        figure("ppe_net"),
        figure("total_assets"),
      ];
      if (spent === null || property === null || assets === null) return null;
      return spent >= 10 || property / assets >= 1 / 3;
    },
  },
  {
    asked: /\b(?:healthy|good|strong|sound|adequate|sufficient|reasonable|reasonably|enough)\b.*\bliquid/i,
    says: "the quick ratio is one or more",
    decide(figure) {
      const ratio = figure("quick_ratio");
      return ratio === null ? null : ratio >= 1;
    },
  },
  {
    asked: /\b(?:high|fast|strong)[- ]growth\b|\bfast[- ]growing\b/i,
    says: "revenue grew by a tenth or more",
    decide: (_figure, growth) => (growth === null ? null : growth >= 10),
  },
  {
    asked: /\b(?:loss[- ]making|unprofitable)\b/i,
    says: "net income is below zero",
    decide(figure) {
      const income = figure("net_income");
      return income === null ? null : income < 0;
    },
  },
  {
    asked: /\bprofitable\b/i,
    says: "net income is above zero",
    decide(figure) {
      const income = figure("net_income");
      return income === null ? null : income > 0;
    },
  },
];
