/** The surface for people and for clients that act for them: signing in, consent, tokens. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../../kernel/errors.ts";
import { toFailure } from "../rest/translate-error.ts";
import { mountAuthorizationServer } from "./authorization-routes.ts";
import { mountInteraction } from "./interaction.ts";
import { mountLinks } from "./links.ts";
import { sendPage } from "./pages/layout.ts";
import { messagePage } from "./pages/sign-in-pages.ts";
import { mountSignIn, mountSignOut } from "./sign-in.ts";
import { mountSingleSignOn } from "./single-sign-on.ts";
import type { IdentityTools } from "./tools.ts";
import { mountResourceMetadata } from "./well-known.ts";

export { type Identity, openIdentity } from "./open-identity.ts";
export type { IdentityTools } from "./tools.ts";

const FORM_BYTES_MAX = 16_384;

export async function mountOAuth(server: FastifyInstance, tools: IdentityTools): Promise<void> {
  mountResourceMetadata(server, tools);
  await server.register(async (scope) => mountAuthorizationServer(scope, tools));
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    // A person gets a page, not JSON.
    scope.setErrorHandler((error, request, reply) => {
      const failure = toFailure(error) ?? new Failure("internal", { cause: error });
      if (failure.status >= 500) tools.log.error({ err: error, request_id: request.id }, "page");
      return sendPage(reply, messagePage("That did not work", explain(failure), failure.status));
    });
    mountSignIn(scope, tools);
    mountSignOut(scope, tools);
    if (tools.singleSignOn) mountSingleSignOn(scope, tools, tools.singleSignOn);
    mountLinks(scope, tools);
    mountInteraction(scope, tools);
  });
}

function explain({ message, detail }: Failure): string {
  return [message, detail].filter(Boolean).join(" ");
}
