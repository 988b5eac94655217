import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  choosePassword,
  Email,
  findMember,
  findMemberByEmail,
  limitMail,
  makeLink,
  Password,
  PersonName,
  readLink,
  setUp,
} from "../../features/accounts/index.ts";
import { readInput } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { Mailer } from "../../platform/mail/index.ts";
import { makeFormToken, refuseOtherSites, requireFormToken, startSession } from "../browser-session.ts";
import { sendPage } from "./pages/layout.ts";
import { forgotPage, passwordPage, setUpPage } from "./pages/sign-in-pages.ts";
import { expected } from "./sign-in.ts";
import type { IdentityTools } from "./tools.ts";

const SetUpForm = z.object({
  account_name: z.string().trim().min(1).max(200).default("My account"),
  name: PersonName,
  email: Email,
  password: Password,
});
const PasswordForm = z.object({ password: Password, disconnect_applications: z.literal("yes").optional() });
const ForgotForm = z.object({ email: Email });

type LinkRequest = { Params: { secret: string }; Body: Record<string, string> };

interface LinkPage {
  secret: string;
  problem?: string;
  status?: number;
}

/** The pages behind one-time links, and the page to request one. */
export function mountLinks(scope: FastifyInstance, tools: IdentityTools): void {
  mountSetUp(scope, tools);
  mountPassword(scope, tools, "join");
  mountPassword(scope, tools, "reset");
  mountForgot(scope, tools);
}

function mountSetUp(scope: FastifyInstance, tools: IdentityTools): void {
  const { db, passwords } = tools;
  const show = async (request: FastifyRequest, reply: FastifyReply, state: LinkPage) => {
    const { purpose, accountName } = await readLink(db, state.secret);
    if (purpose !== "set_up") throw new Failure("link_invalid");
    return sendPage(reply, setUpPage({ ...state, accountName, formToken: tokenFor(tools, request, reply) }));
  };
  scope.get<LinkRequest>("/set-up/:secret", (request, reply) =>
    show(request, reply, { secret: request.params.secret }),
  );
  scope.post<LinkRequest>("/set-up/:secret", async (request, reply) => {
    const { secret } = request.params;
    guard(tools, request);
    try {
      const { account_name, ...input } = readInput(SetUpForm, request.body ?? {});
      const memberId = await setUp(db, passwords, { secret, accountName: account_name, ...input });
      await startSession(tools, { request, reply }, { memberId, methods: ["pwd"] });
    } catch (error) {
      const { detail, message, status } = rethrowInvalidLink(expected(error, reply));
      return show(request, reply, { secret, problem: detail ?? message, status });
    }
    return reply.redirect("/console/", 303);
  });
}

/** Choosing a password, for the first time or again. */
function mountPassword(scope: FastifyInstance, tools: IdentityTools, purpose: "join" | "reset"): void {
  const { db, passwords } = tools;
  const show = async (request: FastifyRequest, reply: FastifyReply, state: LinkPage) => {
    const link = await readLink(db, state.secret);
    if (link.purpose !== purpose || !link.member) throw new Failure("link_invalid");
    const about = {
      path: `/${purpose}/${state.secret}`,
      email: link.member.email,
      isNew: purpose === "join",
    };
    return sendPage(reply, passwordPage({ ...state, ...about, formToken: tokenFor(tools, request, reply) }));
  };
  scope.get<LinkRequest>(`/${purpose}/:secret`, (request, reply) =>
    show(request, reply, { secret: request.params.secret }),
  );
  scope.post<LinkRequest>(`/${purpose}/:secret`, async (request, reply) => {
    const { secret } = request.params;
    guard(tools, request);
    let memberId: string;
    try {
      const { password, disconnect_applications } = readInput(PasswordForm, request.body ?? {});
      memberId = await choosePassword(db, passwords, { secret, password });
      if (disconnect_applications) await tools.grants.endAll(memberId);
    } catch (error) {
      const { detail, message, status } = rethrowInvalidLink(expected(error, reply));
      return show(request, reply, { secret, problem: detail ?? message, status });
    }
    return finishReset(tools, { request, reply }, memberId);
  });
}

function mountForgot(scope: FastifyInstance, tools: IdentityTools): void {
  const canMail = tools.mailer !== null;
  scope.get("/forgot", (request, reply) =>
    sendPage(reply, forgotPage({ canMail, formToken: tokenFor(tools, request, reply) })),
  );
  scope.post<LinkRequest>("/forgot", async (request, reply) => {
    guard(tools, request);
    const { email } = readInput(ForgotForm, request.body ?? {});
    await requestReset(tools, email, request.ip);
    return sendPage(reply, forgotPage({ canMail, done: true, formToken: "" }));
  });
}

function tokenFor({ formKey }: IdentityTools, request: FastifyRequest, reply: FastifyReply): string {
  return makeFormToken(formKey, { request, reply }, "link");
}

function guard(tools: IdentityTools, request: FastifyRequest<LinkRequest>): void {
  refuseOtherSites(request, tools.baseUrl());
  requireFormToken(tools.formKey, request, "link", request.body?.["form_token"]);
}

/** A link proves access to the mailbox, not the second factor: a person who has one needs it at the next sign-in. */
async function finishReset(
  tools: IdentityTools,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  memberId: string,
): Promise<FastifyReply> {
  const { reply } = exchange;
  const needsCode = await hasSecondFactor(tools, memberId);
  if (needsCode) return reply.redirect("/sign-in", 303);
  await startSession(tools, exchange, { memberId, methods: ["pwd"] });
  return reply.redirect("/console/", 303);
}

async function hasSecondFactor({ db }: IdentityTools, memberId: string): Promise<boolean> {
  return (await findMember(db, memberId))?.has_totp ?? true;
}

/**
 * Sends a link when the address is a member's. The requester sees the same response after the same time either way.
 */
export async function requestReset(tools: IdentityTools, email: string, address: string): Promise<void> {
  const { db, mailer, log } = tools;
  if (!mailer || !(await limitMail(db, email, address))) return;
  // Not awaited: the duration would reveal whether there is such a member.
  sendReset(tools, mailer, email).catch((error: unknown) => log.error({ err: error }, "mail not sent"));
}

async function sendReset(tools: IdentityTools, mailer: Mailer, email: string): Promise<void> {
  const { db } = tools;
  const member = await findMemberByEmail(db, email);
  if (!member) return;
  const link = `${tools.baseUrl()}/reset/${await makeLink(db, "reset", member.id)}`;
  const text = `Someone requested a new Florin password for this address.\n\nChoose one within an hour here:\n${link}\n\nIf it was not you, ignore this e-mail: your password stays unchanged.\n`;
  await mailer.send({ to: member.email, subject: "Your Florin password", text });
}

/** An invalid link cannot be shown again with an error message: it has no page. */
function rethrowInvalidLink(failure: Failure): Failure {
  if (failure.code === "link_invalid") throw failure;
  return failure;
}
