import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";

const FIELD_TYPES = ["number", "money", "percent", "date", "text", "boolean", "list", "table"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const FIELDS_MAX = 200;
const GROUPS_MAX = 30;
const NAME = /^[\p{L}][\p{L}\p{N}_ .&/-]{0,59}$/u;
const NAME_EXPECTED =
  "expected a name of up to 60 letters, digits, spaces or _ . & / -, starting with a letter";
const PERIOD = /^(?:year|prior_year|half|quarter|latest|FY(?:19|20)\d\d)$/;

/** The definition of a field, in the specification's terms: label, type, description, and similar. */
export const Field = z
  .strictObject({
    label: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .optional()
      .describe("Its name in reports; the field name when absent"),
    type: z.enum(FIELD_TYPES),
    description: z.string().max(1_000).optional(),
    unit: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe("Currency and scale of money, such as USD or EUR million; single units when absent"),
    period: z
      .string()
      .regex(PERIOD, "expected year, prior_year, half, quarter, latest or a year such as FY2024")
      .optional()
      .describe("Which period: year (when absent), prior_year, half, quarter, latest or FY2024"),
    required: z.boolean().optional(),
    enum: z.array(z.string().trim().min(1).max(200)).min(1).max(50).optional().describe("Allowed values"),
  })
  .superRefine((field, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (field.enum && field.type !== "text" && field.type !== "list")
      refuse("enum", `a ${field.type} cannot have allowed values; use type text or list`);
    if (field.enum && new Set(field.enum).size < field.enum.length) refuse("enum", "a value is listed twice");
    if (field.unit && !["number", "money", "percent"].includes(field.type))
      refuse("unit", `a ${field.type} has no unit`);
    if (field.unit && field.type === "money" && readUnit(field.unit) === null)
      refuse("unit", "expected a currency code, a scale or both, such as USD, million or EUR million");
    if (field.unit && field.type === "percent" && !/^(?:%|percent)$/i.test(field.unit))
      refuse("unit", "a percent is measured in %");
  })
  .meta({ id: "AgentBuilderField" });
export type Field = z.infer<typeof Field>;

const name = z.string().regex(NAME, NAME_EXPECTED);

/** Group, then field, then definition. */
export const FieldMapping = z
  .record(
    name,
    z
      .record(name, Field)
      .refine((group) => Object.keys(group).length > 0, "a group needs at least one field"),
  )
  .refine((groups) => Object.keys(groups).length > 0, "needs at least one group with one field")
  .refine((groups) => Object.keys(groups).length <= GROUPS_MAX, `more than ${GROUPS_MAX} groups`)
  .refine((groups) => listFields(groups).length <= FIELDS_MAX, `more than ${FIELDS_MAX} fields`)
  .meta({ id: "AgentBuilderFieldMapping" });
export type FieldMapping = z.infer<typeof FieldMapping>;

export interface NamedField {
  group: string;
  name: string;
  field: Field;
}

/** The fields in the order they were written. */
export function listFields(mapping: Readonly<Record<string, Readonly<Record<string, Field>>>>): NamedField[] {
  return Object.entries(mapping).flatMap(([group, fields]) =>
    Object.entries(fields).map(([name, field]) => ({ group, name, field })),
  );
}

export interface MoneyUnit {
  currency: string | null;
  scale: number;
}

const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  thousands: 1e3,
  million: 1e6,
  millions: 1e6,
  billion: 1e9,
  billions: 1e9,
};

/** "USD", "million", "EUR million"; null for anything else. */
export function readUnit(unit: string): MoneyUnit | null {
  let currency: string | null = null;
  let scale: number | null = null;
  for (const word of unit.split(/\s+/)) {
    const factor = SCALES[word.toLowerCase()];
    if (factor !== undefined && scale === null) scale = factor;
    else if (/^[A-Z]{3}$/.test(word) && currency === null) currency = word;
    else return null;
  }
  return { currency, scale: scale ?? 1 };
}

/** For mappings that do not come from a request, such as an import. */
export function parseMapping(mapping: unknown): FieldMapping {
  const parsed = FieldMapping.safeParse(mapping);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Failure("invalid_input", {
    detail: `field_mapping.${issue?.path.join(".")}: ${issue?.message ?? "not valid"}`,
  });
}
