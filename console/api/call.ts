import type { z } from "zod";
import type { Catalog } from "../../src/catalog.ts";

type AnyOperation = Catalog[number];
type Id = AnyOperation["id"];
type OperationOf<I extends Id> = Extract<AnyOperation, { id: I }>;
export type InputOf<I extends Id> = z.input<OperationOf<I>["input"]>;
export type OutputOf<I extends Id> = z.output<OperationOf<I>["output"]>;

/** Where each operation lives. A misspelt id or path does not compile. */
const ROUTES = {
  "account.balance": ["GET", "/v1/account/balance"],
  "account.usage": ["GET", "/v1/account/usage"],
  "account.audit": ["GET", "/v1/account/audit"],
  "companies.search": ["POST", "/v1/company_report/company_search"],
  "reference.credit_costs": ["GET", "/v1/constant/credit_costs"],
} as const satisfies Partial<{
  [I in Id]: readonly [OperationOf<I>["rest"]["method"], OperationOf<I>["rest"]["path"]];
}>;

export type Callable = keyof typeof ROUTES;

export interface Answer<T> {
  data: T;
  credits: number;
}

interface Envelope {
  data: unknown;
  message?: string;
  detail?: string | null;
}

/** Calls an operation with the reader's own key, like any other client. */
export async function call<I extends Callable>(
  id: I,
  key: string,
  input: InputOf<I>,
): Promise<Answer<OutputOf<I>>> {
  const [method, path] = ROUTES[id];
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const query = new URLSearchParams(input as Record<string, string>).toString();
  const url = method === "GET" && query !== "" ? `${path}?${query}` : path;
  const response = await fetch(
    url,
    method === "GET" ? { headers } : { method, headers, body: JSON.stringify(input) },
  );
  const envelope = (await response.json()) as Envelope;
  if (!response.ok) throw new Error([envelope.message, envelope.detail].filter(Boolean).join(" "));
  // The server parsed its answer with the very schema this type comes from.
  return {
    data: envelope.data as OutputOf<I>,
    credits: Number(response.headers.get("x-credits-charged") ?? 0),
  };
}
