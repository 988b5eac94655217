/** Formats an amount of credits. */
export const formatCredits = (credits: number): string =>
  `${credits.toLocaleString("en-US")} ${credits === 1 ? "credit" : "credits"}`;
