import { z } from "zod";
import { parseJson } from "../../../../kernel/parse-json.ts";
import type { SourceRecord } from "../../../companies/index.ts";
import { type LeiName, toRecord } from "./lei-record.ts";

/** GLEIF's JSON mirrors its XML: values are under "$", attributes under "@". */
const value = z.object({ $: z.string() }).transform(({ $ }) => $.trim());
const maybe = value.optional().default("");
const typed = z
  .object({ $: z.string(), "@type": z.string().optional() })
  .transform((name): LeiName => ({ name: name.$.trim(), type: name["@type"] ?? "" }));
const many = <T extends z.ZodType>(one: T) => z.union([z.array(one), one.transform((single) => [single])]);

const LeiRecord = z.object({
  LEI: value,
  Entity: z.object({
    LegalName: value,
    OtherEntityNames: z.object({ OtherEntityName: many(typed) }).optional(),
    TransliteratedOtherEntityNames: z.object({ TransliteratedOtherEntityName: many(typed) }).optional(),
    LegalAddress: z.object({ Country: maybe }).optional(),
    EntityCategory: maybe,
    EntityStatus: maybe,
    EntityExpirationDate: maybe,
    EntityExpirationReason: maybe,
    SuccessorEntity: many(z.object({ SuccessorLEI: maybe })).optional(),
  }),
  Registration: z.object({ RegistrationStatus: maybe }).optional(),
});

/** One element of `records`: a company, null for anything else, or what is wrong with it. */
export function readLeiJson(text: string): SourceRecord | string | null {
  const parsed = LeiRecord.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `not an LEI record: ${issue?.path.join(".") || "the element"} ${issue?.message ?? ""}`;
  }
  const { LEI, Entity, Registration } = parsed.data;
  return toRecord({
    lei: LEI,
    legalName: Entity.LegalName,
    otherNames: [
      ...(Entity.OtherEntityNames?.OtherEntityName ?? []),
      ...(Entity.TransliteratedOtherEntityNames?.TransliteratedOtherEntityName ?? []),
    ],
    country: Entity.LegalAddress?.Country ?? "",
    category: Entity.EntityCategory,
    status: Entity.EntityStatus,
    expirationDate: Entity.EntityExpirationDate,
    expirationReason: Entity.EntityExpirationReason,
    successorLei: Entity.SuccessorEntity?.[0]?.SuccessorLEI ?? "",
    registrationStatus: Registration?.RegistrationStatus ?? "",
  });
}
