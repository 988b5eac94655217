import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { listClaims, type NewClaim, saveClaims } from "./store.ts";

const REPORT = "rep_2a2a2a2a2a2a";

it("two writers of the same claims in opposite orders both finish", async () => {
  const db = await freshDatabase();
  await db`
    insert into report (report_id, account_id, file_title, file_title_en, report_type_id, report_type_confidence,
      file_name, content_type, file_sha256, file_bytes, source, digest_state)
    values (${REPORT}, null, 'Annual Report', 'Annual Report', 'annual_report', 1, 'report.pdf', 'application/pdf',
      ${"a".repeat(64)}, 1, 'upload', 'ready')`;
  // Deadlocks are a matter of timing: enough rows and rounds that the two meet in the middle.
  for (let round = 0; round < 5; round++) {
    const claims = Array.from({ length: 2_000 }, (_, at) => makeClaim(`clm_${round}_${at}`));
    await Promise.all([saveClaims(db, REPORT, claims), saveClaims(db, REPORT, claims.toReversed())]);
    const ids = claims.map(({ claim_id }) => claim_id);
    expect(await listClaims(db, ids)).toHaveLength(claims.length);
  }
});

function makeClaim(claim_id: string): NewClaim {
  return {
    claim_id,
    document_sha256: "a".repeat(64),
    page: 1,
    box: [0, 0, 10, 10],
    label: "Revenue",
    value: 1,
    unit: "USD",
    scale: "one",
    period: "FY2024",
    quote: "Revenue 1",
  };
}
