import { bodyOf, type Endpoint } from "./open-api.ts";

/** Never a real key: samples are copied into tickets and chats. */
const KEY = "YOUR_API_KEY";

export interface Sample {
  language: string;
  text: string;
}

/** The same call from a terminal, TypeScript and Python. */
export function writeSamples(baseUrl: string, endpoint: Endpoint): Sample[] {
  const { operation } = endpoint;
  const isForm = bodyOf(operation)?.media === "multipart/form-data";
  const input = isForm ? {} : exampleInput(endpoint);
  const curl = { language: "curl", text: writeCurl(baseUrl, endpoint, input) };
  // How a file is opened differs from program to program; the guides of the clients show it.
  if (isForm) return [curl];
  const [group = "", name = ""] = operation.operationId.split(".");
  const client = `const florin = new Florin({ baseUrl: "${baseUrl}", apiKey: "${KEY}" });`;
  return [
    curl,
    {
      language: "TypeScript",
      text: `${client}\nconst answer = await florin.${group}.${toCamelCase(name)}(${printObject(input)});`,
    },
    {
      language: "Python",
      text: `florin = Florin("${baseUrl}", api_key="${KEY}")\nanswer = florin.${group}.${name}(${printArguments(input)})`,
    },
  ];
}

/** The input of the first example. */
export function exampleInput({ operation }: Endpoint): Record<string, unknown> {
  const [first] = Object.values(bodyOf(operation)?.examples ?? {});
  if (first) return first.value as Record<string, unknown>;
  return Object.fromEntries(
    (operation.parameters ?? []).flatMap(({ name, example, content }) => {
      const value = example ?? content?.["application/json"]?.example;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function writeCurl(baseUrl: string, endpoint: Endpoint, input: Record<string, unknown>): string {
  const { method, path, operation } = endpoint;
  const header = `-H 'X-API-KEY: ${KEY}'`;
  const body = bodyOf(operation);
  if (body?.media === "multipart/form-data")
    return `curl '${baseUrl}${path}' ${header} \\\n  -F file=@report.pdf`;
  if (body)
    return `curl '${baseUrl}${path}' ${header} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(input).replaceAll("'", "'\\''")}'`;
  const verb = method === "GET" ? "" : `-X ${method} `;
  return `curl ${verb}'${baseUrl}${writeUrl(endpoint, input)}' ${header}`;
}

function writeUrl({ path, operation }: Endpoint, input: Record<string, unknown>): string {
  const inPath = new Set(
    (operation.parameters ?? []).filter((one) => one.in === "path").map(({ name }) => name),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? name)),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (!inPath.has(name))
      query.set(name, typeof value === "object" ? printQueryValue(value) : String(value));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

const printQueryValue = (value: unknown) => (Array.isArray(value) ? value.join(",") : JSON.stringify(value));

function printObject(input: Record<string, unknown>): string {
  if (Object.keys(input).length === 0) return "";
  return JSON.stringify(input, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:");
}

function printArguments(input: Record<string, unknown>): string {
  const python = (value: unknown) =>
    JSON.stringify(value)
      .replace(/\btrue\b/g, "True")
      .replace(/\bfalse\b/g, "False")
      .replace(/\bnull\b/g, "None");
  return Object.entries(input)
    .map(([name, value]) => `${name}=${python(value)}`)
    .join(", ");
}

const toCamelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
