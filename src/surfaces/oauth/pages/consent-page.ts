import { html } from "../../../kernel/html.ts";
import { SCOPES } from "../../../kernel/scopes.ts";
import type { Interaction } from "../../../platform/oauth/index.ts";
import type { Page } from "./layout.ts";

/** The description of a scope on the consent page; those that are not ours come from OpenID Connect. */
const WORDS: Record<string, string> = {
  ...SCOPES,
  openid: "See your user ID",
  offline_access: "Keep access until you disconnect it",
};

export interface ConsentRequest {
  interaction: Interaction;
  person: { email: string; accountName: string };
  formToken: string;
}

/** Names the client, where the response goes, and everything that would be allowed. */
export function consentPage({ interaction, person, formToken }: ConsentRequest): Page {
  const { client, scopes, uid } = interaction;
  return {
    title: `Allow ${client.name}?`,
    formTargets: [client.redirectSource],
    content: html`<h1>Allow <strong data-client>${client.name}</strong> to use your account?</h1>
<p class="dim">You are signed in as <strong>${person.email}</strong> (${person.accountName}).
Calls are paid from this account's credits.</p>
<p>It will be able to:</p>
<ul class="scopes">${scopes.map((scope) => html`<li data-scope="${scope}">${WORDS[scope] ?? scope}</li>`)}</ul>
<p class="dim">The response goes to <strong data-redirect>${client.redirectHost}</strong>.
${client.isDocument && html`The application is described at <code>${client.id}</code>.`}</p>
${
  client.isLoopback &&
  html`<p class="warn">This application runs on your own device. Any program there could use this name: continue only if you just started it yourself.</p>`
}
<form method="post" action="/oauth/interaction/${uid}">
<input type="hidden" name="form_token" value="${formToken}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="second">Do not allow</button>
</form>
<p class="dim">You can disconnect it at any time in the console.</p>`,
  };
}
