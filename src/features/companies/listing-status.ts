/** Whether a company's shares are traded, as callers see it; `listing_status` in the database computes it. */
export const LISTING_STATUSES = ["active", "suspended", "delisted"] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];
