import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Member } from "../../features/accounts/index.ts";
import type { PasskeySite } from "../../platform/passkeys/index.ts";
import type { IdentityTools } from "../oauth/index.ts";

/** Who may do it: anyone, or a signed-in person. */
export type Access = "anyone" | "member";

export interface Person {
  member: Member;
  sessionId: string;
}

export interface ActionContext<A extends Access = Access> {
  tools: IdentityTools;
  request: FastifyRequest;
  reply: FastifyReply;
  site: PasskeySite;
  /** The signed-in person; null only for actions open to anyone. */
  person: A extends "anyone" ? null : Person;
}

/** An action of the console, as a value: its route, its checks and its documentation derive from it. */
export interface Action<
  Id extends string = string,
  A extends Access = Access,
  I extends z.ZodObject = z.ZodObject,
  O = unknown,
> {
  id: Id;
  summary: string;
  method: "GET" | "POST" | "DELETE";
  /** Below /console/api. */
  path: `/${string}`;
  access: A;
  input: I;
  run: (context: ActionContext<A>, input: z.output<I>) => Promise<O>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of actions has to forget each one's types
export type AnyAction = Action<string, any, any, any>;

export function defineAction<const Id extends string, const A extends Access, I extends z.ZodObject, O>(
  action: Action<Id, A, I, O>,
): Action<Id, A, I, O> {
  return Object.freeze(action);
}
