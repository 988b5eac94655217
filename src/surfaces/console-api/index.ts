/**
 * What only a browser does: signing in and out, and how a person proves who they are. Everything else the console does
 * through operations. Cookie session, same envelope and errors as REST.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { readInput } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { PasskeySite } from "../../platform/passkeys/index.ts";
import { findBrowser, recordAction, refuseOtherSites } from "../browser-session.ts";
import { CONSOLE_HEADER } from "../cookies.ts";
import type { IdentityTools } from "../oauth/index.ts";
import { isLoopbackName } from "../oauth/loopback.ts";
import { JSON_TYPE, successBody } from "../rest/envelope.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import type { ActionContext, AnyAction, Person } from "./action.ts";
import { personalActions } from "./personal-actions.ts";
import { signInActions } from "./sign-in-actions.ts";

const consoleActions = [...signInActions, ...personalActions] as const;
export type ConsoleAction = (typeof consoleActions)[number];

/** Actions open to anyone are open to password guessing too. */
const OPEN_PER_SECOND = 5;

export function mountConsoleApi(server: FastifyInstance, tools: IdentityTools): void {
  for (const action of consoleActions as readonly AnyAction[]) {
    server.route({
      method: action.method,
      url: `/console/api${action.path}`,
      handler: async (request, reply) => {
        refuseOtherSites(request, tools.baseUrl());
        if (request.headers[CONSOLE_HEADER] === undefined) throw new Failure("session_required");
        const person = await admit(tools, request, action);
        const site = siteOf(tools.baseUrl());
        // The action's type says whether a person must be signed in, and `admit` has checked it.
        const context = { tools, request, reply, site, person } as ActionContext;
        const data = await action.run(context, readActionInput(action, request));
        if (person && action.method !== "GET")
          recordAction(tools.callLog, request, { member: person.member, action: action.id, status: 200 });
        reply.headers(SECURITY_HEADERS).header("x-request-id", request.id);
        return reply.type(JSON_TYPE).send(successBody(data, "envelope"));
      },
    });
  }
  server.get("/console/api", (_request, reply) => reply.headers(SECURITY_HEADERS).send(describeActions()));
}

async function admit(
  tools: IdentityTools,
  request: FastifyRequest,
  action: AnyAction,
): Promise<Person | null> {
  if (action.access === "anyone") {
    const rate = await tools.limiter.take(`console:${request.ip}`, OPEN_PER_SECOND * tools.rateFactor);
    if (!rate.allowed) throw new Failure("rate_limited", { retryAfterSeconds: rate.resetSeconds });
    return null;
  }
  const person = await findBrowser(tools.db, request);
  if (!person) throw new Failure("session_required");
  return person;
}

function readActionInput(action: AnyAction, request: FastifyRequest): unknown {
  const given = {
    ...(request.query as object),
    ...((request.body as object | null | undefined) ?? {}),
    ...(request.params as object),
  };
  return readInput(action.input, given);
}

/** Passkeys belong to a host name; on this machine that is `localhost`, since an IP address cannot have any. */
function siteOf(baseUrl: string): PasskeySite {
  const { hostname, protocol, port, origin } = new URL(baseUrl);
  if (!isLoopbackName(hostname)) return { id: hostname, origin, name: "Florin" };
  return { id: "localhost", origin: `${protocol}//localhost${port && `:${port}`}`, name: "Florin" };
}

function describeActions() {
  return {
    headers: { [CONSOLE_HEADER]: "1" },
    actions: (consoleActions as readonly AnyAction[]).map(({ id, summary, method, path, access, input }) => ({
      id,
      summary,
      method,
      path: `/console/api${path}`,
      access,
      input: z.toJSONSchema(input, { io: "input", unrepresentable: "any" }),
    })),
  };
}
