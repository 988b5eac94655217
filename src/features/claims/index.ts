/** Claims: the places on report pages that numbers and sentences were read from, each with its own page. Owns `claim`. */
export { type ClaimedDocument, claimId } from "./claim-id.ts";
export { claimLink, findReader, isClaimLink } from "./claim-link.ts";
export { type ClaimPage, type ClaimPageTools, type PageRendering, renderClaim } from "./claim-page.ts";
export {
  CLAIM_SCALES,
  type ClaimScale,
  listClaims,
  type NewClaim,
  replaceClaims,
  saveClaims,
  saveReportClaims,
} from "./store.ts";
