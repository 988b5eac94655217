import type { FastifyInstance } from "fastify";
import type { Interaction } from "../../platform/oauth/index.ts";
import {
  findBrowser,
  makeFormToken,
  recordAction,
  refuseOtherSites,
  requireFormToken,
} from "../browser-session.ts";
import { consentPage } from "./pages/consent-page.ts";
import { sendPage } from "./pages/layout.ts";
import { messagePage } from "./pages/sign-in-pages.ts";
import type { IdentityTools } from "./tools.ts";

type AuthorizationRequest = { Params: { uid: string }; Body: { decision?: string; form_token?: string } };

const EXPIRED_PAGE = messagePage(
  "Start again",
  "This took too long, or was started in another browser. Go back to the application and connect it again.",
  400,
);
const OTHER_USER_PAGE = messagePage(
  "Start again",
  "You are now signed in as someone else. Go back to the application and connect it again.",
  409,
);

/** Where a client sends a person: sign in if necessary, then consent. */
export function mountInteraction(scope: FastifyInstance, tools: IdentityTools): void {
  const { db, formKey, callLog } = tools;

  scope.get<AuthorizationRequest>("/oauth/interaction/:uid", async (request, reply) => {
    const { server } = tools.oauth(request.headers.host);
    const interaction = await server.findInteraction(request.raw, reply.raw);
    if (interaction?.uid !== request.params.uid) return sendPage(reply, EXPIRED_PAGE);
    const browser = await findBrowser(db, request);
    if (interaction.step === "sign_in") {
      const isFresh = browser && (!interaction.mustSignInAgain || isSince(browser.startedAt, interaction));
      if (!isFresh) return reply.redirect(`/sign-in?next=/oauth/interaction/${interaction.uid}`, 303);
      return reply.redirect(
        await server.finishSignIn([request.raw, reply.raw], browser.member.id, browser.methods),
        303,
      );
    }
    if (browser?.member.id !== interaction.personId || !browser) return sendPage(reply, OTHER_USER_PAGE);
    const page = consentPage({
      interaction,
      person: { email: browser.member.email, accountName: browser.member.account_name },
      formToken: makeFormToken(formKey, { request, reply }, purposeOf(interaction, browser.sessionId)),
    });
    return sendPage(reply, page);
  });

  scope.post<AuthorizationRequest>("/oauth/interaction/:uid", async (request, reply) => {
    const { server } = tools.oauth(request.headers.host);
    const exchange = [request.raw, reply.raw] as [typeof request.raw, typeof reply.raw];
    const interaction = await server.findInteraction(...exchange);
    if (interaction?.uid !== request.params.uid || interaction.step !== "consent")
      return sendPage(reply, EXPIRED_PAGE);
    const browser = await findBrowser(db, request);
    if (browser?.member.id !== interaction.personId || !browser) return sendPage(reply, OTHER_USER_PAGE);
    refuseOtherSites(request, tools.baseUrl());
    requireFormToken(formKey, request, purposeOf(interaction, browser.sessionId), request.body?.form_token);
    const isAllowed = request.body.decision === "allow";
    const { member } = browser;
    recordAction(callLog, request, {
      member,
      action: isAllowed ? "allow_client" : "deny_client",
      status: 200,
    });
    return reply.redirect(await (isAllowed ? server.finishConsent(exchange) : server.refuse(exchange)), 303);
  });
}

/** A consent form is valid for this authorization request in this session, and for nothing else. */
function purposeOf(interaction: Interaction, sessionId: string): string {
  return `consent ${interaction.uid} ${sessionId}`;
}

function isSince(startedAt: string, { startedAtSeconds }: Interaction): boolean {
  return Date.parse(startedAt) >= startedAtSeconds * 1_000;
}
