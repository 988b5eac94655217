/** An amount of credits as people write it. */
export const formatCredits = (credits: number): string =>
  `${credits.toLocaleString("en-US")} ${credits === 1 ? "credit" : "credits"}`;
