/** Verbatim from the specification: the value is `min-max` in US dollars. */
export const MARKET_CAP_RANGES = [
  { value: "0-1000000000", label: "Less than 1B" },
  { value: "1000000000-100000000000", label: "1B - 100B" },
  { value: "100000000000-500000000000", label: "100B - 500B" },
  { value: "500000000000-9999999999999", label: "More than 500B" },
] as const;
