import { html, trustedHtml } from "../../../kernel/html.ts";
import type { Page } from "./layout.ts";
import { PASSKEY_SCRIPT } from "./passkey-script.ts";

export interface FormState {
  /** Sent back with the form; proves that the form is ours. */
  formToken: string;
  problem?: string | null;
  status?: number;
}

/** No page is a dead end; a person who is already signed in is not asked again. */
const CONSOLE_LINK = trustedHtml(`<p class="dim"><a href="/console/">Back to console</a></p>`);
const PASSKEYS = trustedHtml(`<script>${PASSKEY_SCRIPT}</script>`);
const hiddenToken = (token: string) => html`<input type="hidden" name="form_token" value="${token}">`;
const troubleLine = (problem: string | null | undefined) =>
  html`<p class="bad" role="alert" data-trouble ${problem ? "" : html`hidden`}>${problem}</p>`;

interface SignInState extends FormState {
  next: string;
  email?: string;
  isInsecure: boolean;
  /** The name of the outside provider, if there is one. */
  outside: string | null;
}

export function signInPage(state: SignInState): Page {
  return {
    title: "Sign in",
    status: state.status ?? 200,
    content: html`<h1>Sign in</h1>
${
  state.isInsecure &&
  html`<p class="warn">This page was not loaded over HTTPS, so your browser will not keep you signed in. Open it over HTTPS, or on the machine itself.</p>`
}
${troubleLine(state.problem)}
<form method="post" action="/sign-in">
${hiddenToken(state.formToken)}<input type="hidden" name="next" value="${state.next}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${state.email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200">
<button>Sign in</button>
<button type="button" class="second" data-passkey data-next="${state.next}" hidden>Use a passkey</button>
</form>
${
  // A link, because a form may not lead to another site.
  state.outside !== null &&
  html`<p><a class="button" href="/sign-in/sso?next=${encodeURIComponent(state.next)}">Sign in with ${state.outside}</a></p>`
}
<p class="dim"><a href="/forgot">Forgot your password?</a></p>
${PASSKEYS}`,
  };
}

export function codePage(state: FormState & { next: string }): Page {
  return {
    title: "One-time code",
    status: state.status ?? 200,
    content: html`<h1>One-time code</h1>
<p class="dim">Enter the six digits your authenticator app shows, or one of your recovery codes.</p>
${troubleLine(state.problem)}
<form method="post" action="/sign-in/code">
${hiddenToken(state.formToken)}<input type="hidden" name="next" value="${state.next}">
<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" inputmode="text" required maxlength="20" autofocus>
<button>Continue</button>
</form>`,
  };
}

export function forgotPage(state: FormState & { canMail: boolean; done?: boolean }): Page {
  if (!state.canMail) {
    return {
      title: "Reset your password",
      content: html`<h1>Reset your password</h1>
<p>This service does not send e-mail. Ask your administrator for a link; they can create one with</p>
<p><code>florin members reset-link &lt;your e-mail&gt;</code></p>
${CONSOLE_LINK}`,
    };
  }
  if (state.done) {
    return {
      title: "Check your e-mail",
      content: html`<h1>Check your e-mail</h1>
<p>If this address belongs to a member, a link is on its way. It works once, within an hour.</p>`,
    };
  }
  return {
    title: "Reset your password",
    status: state.status ?? 200,
    content: html`<h1>Reset your password</h1>
${troubleLine(state.problem)}
<form method="post" action="/forgot">
${hiddenToken(state.formToken)}
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254">
<button>Send a link</button>
</form>`,
  };
}

export function setUpPage(state: FormState & { secret: string; accountName: string | null }): Page {
  return {
    title: "Set up",
    status: state.status ?? 200,
    content: html`<h1>Set up Florin</h1>
<p class="dim">${
      state.accountName === null
        ? "You will be the owner of a new account."
        : html`You will be the owner of the account <strong>${state.accountName}</strong>.`
    } This link works once.</p>
${troubleLine(state.problem)}
<form method="post" action="/set-up/${state.secret}">
${hiddenToken(state.formToken)}
${
  state.accountName === null &&
  html`<label for="account">Name of the account</label>
<input id="account" name="account_name" required maxlength="200" autocomplete="organization">`
}
<label for="name">Your name</label>
<input id="name" name="name" required maxlength="200" autocomplete="name">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="username">
<label for="password">Password, at least 10 characters</label>
<input id="password" name="password" type="password" required minlength="10" maxlength="200" autocomplete="new-password">
<button>Set up</button>
</form>`,
  };
}

export function passwordPage(state: FormState & { path: string; email: string; isNew: boolean }): Page {
  const title = state.isNew ? "Welcome" : "A new password";
  return {
    title,
    status: state.status ?? 200,
    content: html`<h1>${title}</h1>
<p class="dim">for <strong>${state.email}</strong></p>
${troubleLine(state.problem)}
<form method="post" action="${state.path}">
${hiddenToken(state.formToken)}
<input type="hidden" name="email" value="${state.email}" autocomplete="username">
<label for="password">Password, at least 10 characters</label>
<input id="password" name="password" type="password" required minlength="10" maxlength="200" autocomplete="new-password">
${
  !state.isNew &&
  html`<label class="check"><input type="checkbox" name="disconnect_applications" value="yes" checked> Disconnect all applications</label>`
}
<button>Save and sign in</button>
</form>`,
  };
}

export function messagePage(title: string, text: string, status: number): Page {
  return { title, status, content: html`<h1>${title}</h1><p>${text}</p>${CONSOLE_LINK}` };
}
