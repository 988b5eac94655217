import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listFieldValues } from "./provenance.ts";
import { COMPANY_STATES } from "./source-record.ts";
import { findState } from "./store.ts";

export const companySources = ({ db }: { db: Database }) =>
  defineOperation({
    id: "companies.sources",
    summary: "Where each field of a company comes from, and what other sources say",
    guide:
      "Use to see the source, date and licence of every field of a company, values of other sources that were not " +
      "chosen, names with their dates, the company's status (merged, delisted), and conflicts between sources.",
    scope: "companies:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 20,
    rest: { method: "POST", path: "/v1/company_report/company_sources" },
    mcp: false,
    input: z.strictObject({ svc_entity_id: z.string().min(1).max(60) }),
    output: z.object({
      svc_entity_id: z.string(),
      name: z.string(),
      status: z.enum(COMPANY_STATES),
      status_date: z.iso.date().nullable(),
      successor_lei: z.string().nullable(),
      fields: z.array(
        z.object({
          field: z.string(),
          value: z.unknown(),
          chosen: z.boolean().describe("False for a value of another source that is not used"),
          source: z.string(),
          source_date: z.iso.date(),
          licence: z.string(),
          reference: z.string(),
        }),
      ),
      names: z.array(
        z.object({
          kind: z.string(),
          name: z.string(),
          valid_from: z.iso.date().nullable(),
          valid_to: z.iso.date().nullable(),
          source: z.string(),
        }),
      ),
      conflicts: z.array(
        z.object({
          source: z.string(),
          field: z.string(),
          value: z.string(),
          other_svc_entity_id: z.string(),
          reason: z.string(),
        }),
      ),
    }),
    errors: ["company_not_found"],
    examples: [{ title: "Of a demo company", input: { svc_entity_id: "ent_qpi4neyotut5" } }],
    async run(_context, { svc_entity_id }) {
      const [state, fields] = await Promise.all([
        findState(db, svc_entity_id),
        listFieldValues(db, svc_entity_id),
      ]);
      if (!state) throw new Failure("company_not_found", { detail: "No company has this svc_entity_id." });
      const { status, ...rest } = state;
      return {
        svc_entity_id,
        ...rest,
        status: COMPANY_STATES.find((known) => known === status) ?? "active",
        fields,
      };
    },
  });
