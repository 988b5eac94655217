import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type Provider from "oidc-provider";
import { Provider as Library } from "../src/platform/oauth/library.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { PageVisitor } from "./person.ts";

export interface OutsidePerson {
  subject: string;
  email: string;
  isVerified: boolean;
}

export const CLIENT = { id: "florin", secret: "a secret of the provider" };

/** An OpenID provider of some organisation, where one person is signed in and agrees to everything. */
export class TestOpenIdProvider {
  readonly #server = createServer((request, reply) => {
    if (!this.#provider) return reply.writeHead(503).end();
    const isInteraction = request.url?.startsWith("/interaction/") ?? false;
    if (!isInteraction) return this.#provider.callback()(request, reply);
    return this.#agree(this.#provider, request, reply).catch((error) =>
      reply.writeHead(500).end(String(error)),
    );
  });
  #provider: Provider | null = null;
  person: OutsidePerson = { subject: "1", email: "", isVerified: true };

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    onTestFileEnd(async () => {
      this.#server.close();
    });
    return this.issuer;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on it answers, and knows the service as a client. */
  open(redirectUri: string): void {
    const provider = new Library(this.issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: this.person.email, email_verified: this.person.isVerified }),
      }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ["of the test"] },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    });
    this.#provider = provider;
  }

  close(): void {
    this.#provider = null;
  }

  async #agree(...[provider, request, reply]: [Provider, ...Parameters<Provider["interactionDetails"]>]) {
    const { prompt, params, session } = await provider.interactionDetails(request, reply);
    if (prompt.name === "login") {
      const result = { login: { accountId: this.person.subject } };
      return provider.interactionFinished(request, reply, result, { mergeWithLastSubmission: false });
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? "",
      clientId: String(params["client_id"]),
    });
    grant.addOIDCScope("openid email");
    const result = { consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, reply, result, { mergeWithLastSubmission: true });
  }

  /** Goes to the provider with an address of the service, and returns where it sends the person back to. */
  async visit(url: string): Promise<string> {
    const back = await new PageVisitor(this.issuer).visit(url);
    return back.url.href;
  }
}
