import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true });
/** As many as a figure may be added up from. */
const PARTS_MAX = 60;

it("indexes a figure that was added up from as many cells as one may have", async () => {
  const claims = Array.from({ length: PARTS_MAX }, () => `clm_${randomBytes(12).toString("hex")}`);
  const saved = await app.db`
    insert into financial_figure (report_id, svc_entity_id, account_id, published, frequency, concept, period_start,
      period_end, fiscal_year, value, currency, unit, scale, confidence, proof, printed, page, box, claim_ids)
    select report_id, svc_entity_id, null, '2025-03-01', 'annual', 'a_sum', '2024-01-01', '2024-12-31', 2024,
      -123456789012.345, 'USD', 'money', 1000000000000, 0.99, 'proven', '1', 1, '{1,2,3,4}', ${claims}
    from report limit 1
    returning point`;
  expect(saved).toHaveLength(1);
});
