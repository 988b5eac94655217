import { Command, Option } from "commander";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { renderTable } from "../table.ts";
import { type CallableOperation, type CallField, loadOperations } from "./interface.ts";
import { printAnswer, printCsv } from "./print-answer.ts";
import { expandValue, listTypes, readFields, type TypedValues } from "./read-fields.ts";
import { type CallAnswer, type CallFormat, sendCall } from "./send-call.ts";

export interface CallSettings {
  baseUrl: string;
  apiKey: string | undefined;
}

interface OwnOptions {
  url?: string;
  key?: string;
  input?: string;
  format?: CallFormat;
  idempotencyKey?: string;
}

const EXAMPLES = `
Examples:
  florin call                                             list the operations
  florin call companies.search --help             the fields of one
  florin call companies.search --ticker SIE
  florin call answers.chat_report --input @question.json --format json
  florin call reports.upload --title "Annual report" --file report.pdf`;

/** Calls any operation of a running service; its fields become options. */
export function callCommand(settings: (command: Command) => CallSettings): Command {
  const command = new Command("call")
    .argument("[operation]", "its id; without one the operations are listed")
    .argument("[options...]")
    .helpOption(false)
    .allowUnknownOption()
    .addHelpText("after", EXAMPLES);
  return command.action(async (operationId: string | undefined, typed: string[]) => {
    const { baseUrl, apiKey } = settings(command);
    const url = findOption(typed, operationId, "--url") ?? baseUrl;
    const operations = await loadOperations(url);
    if (operationId === undefined || operationId.startsWith("-")) {
      process.stdout.write(`${listOperations(operations)}\n${EXAMPLES}\n`);
      return;
    }
    const operation = requireOperation(operations, operationId);
    await operationCommand(operation, { baseUrl: url, apiKey }).parseAsync(typed, { from: "user" });
  });
}

/** The URL has to be known before the operation's other options are. */
function findOption(typed: readonly string[], first: string | undefined, name: string): string | undefined {
  const words = [first ?? "", ...typed].flatMap((word) => word.split(/=(.*)/s).slice(0, 2));
  const at = words.indexOf(name);
  return at === -1 ? undefined : words[at + 1];
}

function listOperations(operations: readonly CallableOperation[]): string {
  return renderTable(
    operations.map(({ id, summary }) => ({ operation: id, summary })),
    "The service offers no operations.",
  );
}

function requireOperation(operations: readonly CallableOperation[], id: string): CallableOperation {
  const found = operations.find((operation) => operation.id === id);
  if (found) return found;
  const similar = operations.filter(
    (operation) => operation.id.includes(id) || id.includes(operation.id.split(".")[1] ?? id),
  );
  const hint = similar.length > 0 ? ` Did you mean ${similar.map((one) => one.id).join(", ")}?` : "";
  throw new OperatorError(`Unknown operation ${id}.${hint} \`florin call\` lists them all.`);
}

function operationCommand(operation: CallableOperation, settings: CallSettings): Command {
  const command = new Command(`florin call ${operation.id}`).description(operation.about);
  command.optionsGroup("Fields:");
  for (const field of operation.fields) command.addOption(fieldOption(field));
  command.optionsGroup("Call:");
  command
    .option("--input <json>", "all fields as JSON; @file reads a file, - reads standard input")
    .addOption(new Option("--format <format>", "how to print the answer").choices(["table", "json", "csv"]))
    .option("--key <key>", "API key (default: FLORIN_API_KEY)")
    .option("--url <address>", `URL of the service (default: ${settings.baseUrl})`)
    .option("--idempotency-key <key>", "repeating the call with the same key is charged once");
  return command.action(async (typed: TypedValues & OwnOptions) => {
    const { input, values } = normaliseCode(operation, command, typed);
    const format = typed.format ?? (process.stdout.isTTY ? "table" : "json");
    const target = {
      baseUrl: settings.baseUrl,
      key: typed.key ?? settings.apiKey,
      idempotencyKey: typed.idempotencyKey,
    };
    const answer = await sendCall(operation, { ...input, ...values }, { target, format });
    process.stdout.write(`${await show(operation.id, answer, format)}\n`);
    if (process.stderr.isTTY && answer.charged !== null) {
      process.stderr.write(`${answer.charged} credits charged, ${answer.remaining} left.\n`);
    }
  });
}

async function show(id: string, { text, data }: CallAnswer, format: CallFormat): Promise<string> {
  if (data === null) return text.trimEnd();
  if (format === "table") return printAnswer(data);
  if (format === "json") return JSON.stringify(data, null, 2);
  const csv = await printCsv(data);
  if (csv === null)
    throw new OperatorError(`The answer of ${id} is not one list; use --format json or table.`);
  return csv;
}

/** Field names are read from the options themselves: commander would turn `report_id` into another spelling. */
function normaliseCode({ fields }: CallableOperation, command: Command, typed: TypedValues & OwnOptions) {
  const byName = Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = typed[optionOf(command, name).attributeName()];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as TypedValues;
  const input = typed.input === undefined ? {} : parseInput(expandValue(typed.input));
  return { input, values: readFields(fields, byName) };
}

function parseInput(text: string): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(text);
    if (input !== null && typeof input === "object" && !Array.isArray(input)) return { ...input };
  } catch {
    // Handled below like every other text that is not an object.
  }
  throw new OperatorError("--input must be a JSON object.");
}

const optionOf = (command: Command, name: string): Option =>
  command.options.find(({ long }) => long === flagOf(name)) ?? new Option(flagOf(name));

/** Options of the command itself come first; a field of the same name gets a prefix. */
const flagOf = (name: string) =>
  ["input", "format", "key", "url", "help"].includes(name)
    ? `--field-${name}`
    : `--${name.replaceAll("_", "-")}`;

function fieldOption({ name, schema, isRequired, place }: CallField): Option {
  const types = listTypes(schema);
  const about = [schema.description, isRequired ? "required" : "", describeDefault(schema.default)]
    .filter(Boolean)
    .join("; ");
  if (types.length === 1 && types[0] === "boolean")
    return new Option(`${flagOf(name)} [boolean]`, about).preset("true");
  const kind = types.includes("array")
    ? `<${itemKind(schema)}...>`
    : `<${types.find((type) => type !== "null") ?? "value"}>`;
  const option = new Option(
    `${flagOf(name)} ${place === "body" && name === "file" ? "<file>" : kind}`,
    about,
  );
  return option;
}

const itemKind = ({ items, anyOf }: CallField["schema"]): string =>
  listTypes(items ?? anyOf?.find((one) => one.items)?.items ?? {})[0] ?? "value";

const describeDefault = (value: unknown) => (value === undefined ? "" : `default ${JSON.stringify(value)}`);
