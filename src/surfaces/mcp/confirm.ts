import { hash, randomUUID } from "node:crypto";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { safeParse } from "../../gate/index.ts";
import { formatCredits } from "../../kernel/credits.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import { refusal, type ToolResult } from "./call-tool.ts";

const Answer = z.object({ confirm: z.boolean().describe("Run it at this price") });

/** What a person was asked to confirm: only this call, once. */
interface PendingConfirmation {
  tool: string;
  credits: number;
  /** Of the arguments. */
  digest: string;
  nonce: string;
}

/** An unused confirmation expires after this time. */
const CONFIRM_SECONDS = 600;

/** True the first time it gets a name, on any node; the name is remembered for the given time. */
export type TakeOnce = (name: string, ttlSeconds: number) => Promise<boolean>;

export interface Confirmation {
  codec: RequestStateCodec<PendingConfirmation>;
  /** Null when the call may continue; else what to send instead of running it. */
  ask: (
    context: ServerContext,
    tool: string,
    operation: AnyOperation,
    input: unknown,
  ) => Promise<InputRequiredResult | ToolResult | null>;
}

/** Before a call that may be expensive, asks the person to confirm, if the client can ask. */
export function makeConfirmation(
  key: Uint8Array,
  { creditsMax, takeOnce }: { creditsMax: number; takeOnce: TakeOnce },
): Confirmation {
  const codec = createRequestStateCodec<PendingConfirmation>({
    key,
    ttlSeconds: CONFIRM_SECONDS,
    // A confirmation is bound to its caller.
    bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId ?? ""}`,
  });
  return {
    codec,
    async ask(context, tool, operation, input) {
      const credits = ceilingOf(operation, input);
      if (credits <= creditsMax || !canAsk(context)) return null;
      const query = context.mcpReq.requestState<PendingConfirmation>();
      const answers = context.mcpReq.inputResponses;
      const digest = digestOf(operation, input);
      const isSameCall = query?.tool === tool && query.credits === credits && query.digest === digest;
      // A confirmation is valid once: otherwise the person is asked again.
      if (answers !== undefined && isSameCall && (await takeOnce(query.nonce, 2 * CONFIRM_SECONDS))) {
        if (acceptedContent(answers, "confirm", Answer)?.confirm === true) return null;
        return refusal("Not confirmed: nothing was run and nothing was charged.", "not_confirmed");
      }
      const message = `${operation.summary}: up to ${formatCredits(credits)}. Continue?`;
      return inputRequired({
        inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: Answer }) },
        requestState: await codec.mint({ tool, credits, digest, nonce: randomUUID() }, context),
      });
    },
  };
}

/** Parsed by the schema, so that the order of the fields does not matter. */
function digestOf(operation: AnyOperation, input: unknown): string {
  const parsed = safeParse(operation.input, input);
  return hash("sha256", JSON.stringify(parsed.success ? parsed.data : input), "base64url");
}

/** The maximum price of an input; an invalid input costs nothing and is rejected later. */
export function ceilingOf(operation: AnyOperation, input: unknown): number {
  if (typeof operation.price === "number") return operation.price;
  const parsed = safeParse(operation.input, input);
  return parsed.success ? operation.price.most(parsed.data) : 0;
}

function canAsk({ mcpReq }: ServerContext): boolean {
  // The envelope's type has no keys; the SDK has already validated this one.
  const envelope = mcpReq.envelope as Record<string, ClientCapabilities | undefined> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation !== undefined;
}
