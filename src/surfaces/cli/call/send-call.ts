import { openAsBlob } from "node:fs";
import path from "node:path";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { CallableOperation } from "./interface.ts";

export type CallFormat = "table" | "json" | "csv";

export interface CallTarget {
  baseUrl: string;
  key: string | undefined;
  idempotencyKey: string | undefined;
}

export interface CallAnswer {
  text: string;
  /** Null when the answer is a file of rows. */
  data: unknown;
  charged: string | null;
  remaining: string | null;
}

/** Sends one call over REST: the service checks, charges and logs it like any other. */
export async function sendCall(
  operation: CallableOperation,
  input: Record<string, unknown>,
  { target, format }: { target: CallTarget; format: CallFormat },
): Promise<CallAnswer> {
  const { url, rest } = fillUrl(operation, input, target.baseUrl);
  const answer = await fetch(url, {
    method: operation.method,
    headers: {
      accept: format === "csv" && operation.hasTable ? "text/csv" : "application/json",
      ...(target.key === undefined ? {} : { "x-api-key": target.key }),
      ...(target.idempotencyKey === undefined ? {} : { "idempotency-key": target.idempotencyKey }),
      ...(operation.method === "POST" && !operation.isMultipart
        ? { "content-type": "application/json" }
        : {}),
    },
    ...(operation.method === "POST" ? { body: await makeBody(operation, rest) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new OperatorError(describeFailure(text, answer.status));
  const isRows = !(answer.headers.get("content-type") ?? "").includes("json");
  return {
    text,
    data: isRows ? null : unwrap(JSON.parse(text)),
    charged: answer.headers.get("x-credits-charged"),
    remaining: answer.headers.get("x-credits-remaining"),
  };
}

function fillUrl({ path: template, method, fields }: CallableOperation, input: object, baseUrl: string) {
  const rest: Record<string, unknown> = { ...input };
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? "");
    delete rest[name];
    return encodeURIComponent(value);
  });
  const url = new URL(filled, baseUrl);
  if (method === "POST") return { url, rest };
  for (const { name } of fields.filter(({ place }) => place === "query")) {
    for (const value of [rest[name]].flat())
      if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return { url, rest: {} };
}

async function makeBody({ isMultipart }: CallableOperation, input: Record<string, unknown>) {
  if (!isMultipart) return JSON.stringify(input);
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (name !== "file") form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  if (typeof input["file"] === "string") {
    const file = input["file"].replace(/^@/, "");
    const blob = await openAsBlob(file).catch(() => {
      throw new OperatorError(`The file ${file} cannot be read.`);
    });
    form.append("file", blob, path.basename(file));
  }
  return form;
}

/** The envelope's `data`; answers in another standard's format stay unchanged. */
function unwrap(answer: unknown): unknown {
  return answer !== null && typeof answer === "object" && "data" in answer ? answer.data : answer;
}

function describeFailure(text: string, status: number): string {
  try {
    const { message, detail, code, request_id } = JSON.parse(text) as Record<string, string | null>;
    return `${[message, detail].filter(Boolean).join(" ")} (${code}, request ${request_id})`;
  } catch {
    return `The service responded with status ${status}.`;
  }
}
