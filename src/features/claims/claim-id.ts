import { hash } from "node:crypto";

/** The document of a claim; the same file in two reports makes two claims, since access is per report. */
export interface ClaimedDocument {
  reportId: string;
  sha256: string;
}

/** The same number in the same place is the same claim, whoever asks. */
export function claimId({ reportId, sha256 }: ClaimedDocument, parts: readonly unknown[]): string {
  return `clm_${hash("sha256", JSON.stringify([reportId, sha256, ...parts]), "hex").slice(0, 24)}`;
}
