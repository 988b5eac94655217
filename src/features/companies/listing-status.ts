/** Whether a company's shares are traded, as callers see it; `listing_status` in the database computes it. */
export const LISTING_STATUSES = ["active", "suspended", "delisted"] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** A security as it is stored: with a status only where that differs from its company's. */
export interface StoredSecurity {
  isin: string | null;
  ticker: string | null;
  status?: ListingStatus;
}

export type Security = Required<StoredSecurity>;

/** Every security with its status. None is listed any more when the company is not. */
export function withSecurityStatus<
  Row extends { status: ListingStatus; children: readonly StoredSecurity[] },
>(row: Row): Omit<Row, "children"> & { children: Security[] } {
  const children = row.children.map(({ isin, ticker, status = row.status }) => ({
    isin,
    ticker,
    status: row.status === "delisted" ? row.status : status,
  }));
  return { ...row, children };
}
