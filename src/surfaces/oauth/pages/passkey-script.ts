/** Signing in with a passkey needs JavaScript; without it the button is hidden. */
export const PASSKEY_SCRIPT = `
const button = document.querySelector("[data-passkey]");
const trouble = document.querySelector("[data-trouble]");
const headers = { "content-type": "application/json", "x-florin-console": "1" };
const post = (path, body) => fetch("/console/api/" + path, { method: "POST", headers, body: JSON.stringify(body) });
// A passkey belongs to a host name; an address has none.
const hasName = !/^[\\d.]+$|:/.test(location.hostname);
if (button && hasName && window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      const asked = await (await post("passkeys/sign_in_options", {})).json();
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.data);
      const answer = await navigator.credentials.get({ publicKey });
      const reply = await post("passkeys/sign_in", { response: answer.toJSON() });
      if (!reply.ok) throw new Error((await reply.json()).message);
      location.assign(button.dataset.next);
    } catch (error) {
      trouble.textContent = error.name === "NotAllowedError" ? "No passkey was used." : error.message;
      trouble.hidden = false;
    }
  });
}
`;
