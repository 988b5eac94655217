import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { type Context, defineOperation } from "../../../kernel/operation.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import { listCompaniesByIds } from "../../companies/index.ts";
import { EXAMPLE_IDS } from "../data/example-ids.ts";
import { TEMPLATES } from "../data/templates.ts";
import { managing, viewing } from "../managing-operation.ts";
import { ownershipOf, requireMayChange, VISIBILITIES, type Viewer, viewerOf } from "../owner.ts";
import { listSubscriptions } from "../subscriptions/store.ts";
import { FieldMapping } from "./field-mapping.ts";
import { importJsonSchema } from "./import-schema.ts";
import { BUILDERS_MAX, Builder, describeBuilder } from "./operations.ts";
import {
  type BuilderRow,
  bindCompanies,
  deactivateBuilder,
  findBuilder,
  insertBuilder,
  listBuilders,
  updateBuilder,
} from "./store.ts";

const COMPANIES_MAX = 500;
const name = z.string().trim().min(1).max(200);
const description = z.string().max(2_000).nullable();
const companies = z.array(z.string().min(1).max(60)).max(COMPANIES_MAX);
const visibility = z
  .enum(VISIBILITIES)
  .describe("`private`: only you see it and its artifacts; `shared`: everyone in the account does");
const agentId = z.string().min(1).max(60);
const JsonSchema = z.record(z.string(), z.unknown());

export async function requireBuilder(db: Sql, viewer: Viewer, builderId: string): Promise<BuilderRow> {
  const builder = await findBuilder(db, viewer, builderId);
  if (!builder) throw new Failure("builder_not_found");
  return builder;
}

async function show(db: Database, { caller }: Context, builderId: string): Promise<z.input<typeof Builder>> {
  const builder = await requireBuilder(db, viewerOf(caller), builderId);
  return describeBuilder(builder, await listSubscriptions(db, [builderId], { paused: false }));
}

async function checkCompanies(db: Database, svcEntityIds: readonly string[]): Promise<string[]> {
  const distinct = [...new Set(svcEntityIds)];
  const known = await listCompaniesByIds(db, distinct);
  const unknown = distinct.filter((id) => !known.has(id));
  if (unknown.length === 0) return distinct;
  const named = unknown.slice(0, 5).join(", ");
  throw new Failure("invalid_input", {
    detail: `svc_entity_id_list: company not found: ${named}`,
  });
}

export const createBuilder = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.create",
    summary: "Create an agent builder",
    guide:
      "Define what to extract as field_mapping, as the id of one of agents.templates, or as json_schema; and the " +
      "companies whose reports are read. A builder is private to the person behind the credential unless shared; what " +
      "is created with a key that no person created is shared.",
    rest: { method: "POST", path: "/v1/agent_builder/create" },
    input: z.strictObject({
      name,
      description: description.default(null),
      field_mapping: FieldMapping.optional(),
      template: z.string().max(60).optional().describe("An id of agents.templates"),
      json_schema: JsonSchema.optional(),
      svc_entity_id_list: companies.default([]),
      visibility: visibility.optional(),
    }),
    output: Builder,
    errors: ["company_not_found"],
    examples: [
      {
        title: "Income statement of a demo company",
        input: {
          name: "Income statement",
          template: "income_statement",
          svc_entity_id_list: ["ent_qpi4neyotut5"],
        },
      },
    ],
    async run(context, input) {
      const viewer = viewerOf(context.caller);
      const field_mapping = mappingOf(input);
      const companies = await checkCompanies(db, input.svc_entity_id_list);
      const { name, description, visibility } = input;
      const facts = { ...ownershipOf(viewer, visibility), name, description, field_mapping };
      return show(db, context, await addBuilder(db, viewer, { facts, companies }));
    },
  });

/** Stores a new builder and returns its id, unless its owner already has as many as are allowed. */
async function addBuilder(
  db: Database,
  viewer: Viewer,
  {
    facts,
    companies,
  }: { facts: Omit<Parameters<typeof insertBuilder>[1], "builder_id">; companies: readonly string[] },
): Promise<string> {
  const own = await listBuilders(db, viewer, { includeShared: false, most: BUILDERS_MAX });
  if (own.length === BUILDERS_MAX)
    throw new Failure("invalid_input", { detail: `name: you already have ${BUILDERS_MAX} builders` });
  const builder_id = makeId("bld");
  await inTransaction(db, async (sql) => {
    await insertBuilder(sql, { ...facts, builder_id });
    await bindCompanies(sql, builder_id, companies);
  });
  return builder_id;
}

function mappingOf(input: {
  field_mapping?: FieldMapping | undefined;
  template?: string | undefined;
  json_schema?: unknown;
}): FieldMapping {
  const given = [input.field_mapping, input.template, input.json_schema].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new Failure("invalid_input", {
      detail: "Provide exactly one of field_mapping, template and json_schema.",
    });
  if (input.field_mapping) return input.field_mapping;
  if (input.template === undefined) return importJsonSchema(input.json_schema);
  const template = TEMPLATES.find(({ id }) => id === input.template);
  if (template) return template.field_mapping;
  const known = TEMPLATES.map(({ id }) => id).join(", ");
  throw new Failure("invalid_input", { detail: `template: expected one of ${known}` });
}

export const changeBuilder = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.update",
    summary: "Change an agent builder",
    guide:
      "Changes only the given fields. Existing artifacts keep the fields they were created with. Only the person who created " +
      "a shared builder can make it private.",
    rest: { method: "POST", path: "/v1/agent_builder/update" },
    input: z.strictObject({
      agent_id: agentId,
      name: name.optional(),
      description: description.optional(),
      field_mapping: FieldMapping.optional(),
      svc_entity_id_list: companies.optional(),
      visibility: visibility.optional(),
    }),
    output: Builder,
    errors: ["builder_not_found", "company_not_found", "owner_only"],
    examples: [
      {
        title: "A new name",
        input: { agent_id: EXAMPLE_IDS.builder, name: "Income statements, five companies" },
      },
    ],
    async run(context, { agent_id, svc_entity_id_list, name, description, field_mapping, visibility }) {
      const viewer = viewerOf(context.caller);
      const bound = svc_entity_id_list && (await checkCompanies(db, svc_entity_id_list));
      const change = {
        builder_id: agent_id,
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(field_mapping === undefined ? {} : { field_mapping }),
        ...(visibility === undefined ? {} : { visibility }),
      };
      await inTransaction(db, async (sql) => {
        requireMayChange(viewer, await requireBuilder(sql, viewer, agent_id), visibility);
        if (!(await updateBuilder(sql, viewer, change))) throw new Failure("builder_not_found");
        if (bound) await bindCompanies(sql, agent_id, bound);
      });
      return show(db, context, agent_id);
    },
  });

export const endBuilder = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.deactivate",
    summary: "Deactivate an agent builder",
    guide: "It is no longer listed, and its subscriptions and unfinished runs stop. Its artifacts are kept.",
    rest: { method: "POST", path: "/v1/agent_builder/deactivate" },
    input: z.strictObject({ agent_id: agentId }),
    output: z.object({ agent_id: z.string(), active: z.literal(false) }),
    errors: ["builder_not_found"],
    examples: [{ title: "A demo builder", input: { agent_id: EXAMPLE_IDS.builder } }],
    async run({ caller }, { agent_id }) {
      if (!(await deactivateBuilder(db, viewerOf(caller), agent_id))) throw new Failure("builder_not_found");
      return { agent_id, active: false as const };
    },
  });

export const copyBuilder = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.copy",
    summary: "Copy an agent builder",
    guide: "The copy belongs to you and has the same fields and companies, but no subscriptions or outputs.",
    rest: { method: "POST", path: "/v1/agent_builder/copy" },
    input: z.strictObject({ agent_id: agentId, name: name.optional() }),
    output: Builder,
    errors: ["builder_not_found"],
    examples: [
      { title: "A demo builder", input: { agent_id: EXAMPLE_IDS.builder, name: "My income statements" } },
    ],
    async run(context, { agent_id, name }) {
      const viewer = viewerOf(context.caller);
      const { description, field_mapping, company_list, ...source } = await requireBuilder(
        db,
        viewer,
        agent_id,
      );
      const facts = {
        ...ownershipOf(viewer),
        name: name ?? `${source.name.slice(0, 190)} (copy)`,
        description,
        field_mapping,
      };
      const companies = company_list.map(({ svc_entity_id }) => svc_entity_id);
      return show(db, context, await addBuilder(db, viewer, { facts, companies }));
    },
  });

export const listTemplates = () =>
  defineOperation({
    ...viewing,
    id: "agents.templates",
    summary: "Field mappings for common needs",
    guide:
      "Income statement, balance sheet, guidance, risk factors, ESG figures, covenants: starting points.",
    rest: { method: "GET", path: "/v1/agent_builder/templates", cache: "etag" },
    input: z.strictObject({}),
    output: z.object({
      templates: z.array(
        z.object({ id: z.string(), name: z.string(), description: z.string(), field_mapping: FieldMapping }),
      ),
    }),
    examples: [{ title: "All of them", input: {} }],
    run: () => Promise.resolve({ templates: [...TEMPLATES] }),
  });

export const importSchema = () =>
  defineOperation({
    ...viewing,
    id: "agents.import_schema",
    summary: "Turn a JSON Schema into a field mapping",
    guide: "Shows the field mapping that agents.create would use, or which part cannot be read.",
    rest: { method: "POST", path: "/v1/agent_builder/import_schema" },
    input: z.strictObject({ json_schema: JsonSchema }),
    output: z.object({ field_mapping: FieldMapping }),
    examples: [
      {
        title: "Two figures",
        input: {
          json_schema: {
            type: "object",
            properties: {
              revenue: { type: "number", format: "currency", title: "Total revenue" },
              employees: { type: "integer", title: "Number of employees" },
            },
            required: ["revenue"],
          },
        },
      },
    ],
    run: (_context, { json_schema }) => Promise.resolve({ field_mapping: importJsonSchema(json_schema) }),
  });
