// Every form of the page is one call to the server it describes, with the reader's own key or session.
const VERSION = "2025-11-25";
const credential = document.getElementById("credential");
const who = document.getElementById("who");
let id = 0;

credential.addEventListener("submit", (event) => event.preventDefault());
credential.addEventListener("input", () => {
  who.textContent = keyGiven() ? "Calls are paid by this key's account. The key stays on this page." : "";
});

for (const form of document.querySelectorAll("form[data-method]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      show(form, await call(form.dataset.method, paramsOf(form)));
    } catch (error) {
      show(form, { error: { message: error.message } });
    }
    button.disabled = false;
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const text = button.parentElement.querySelector("pre").textContent;
    await navigator.clipboard.writeText(keyGiven() ? text.replace("YOUR_API_KEY", keyGiven()) : text);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
}

function keyGiven() {
  return credential.elements.key.value.trim();
}

async function call(method, params) {
  const response = await fetch("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": VERSION,
      ...(keyGiven() ? { "x-api-key": keyGiven() } : { "x-florin-console": "catalog" }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }),
  });
  const text = await response.text();
  if (response.status === 401) throw new Error("Enter an API key above, or sign in to the console.");
  const isStream = response.headers.get("content-type")?.includes("event-stream");
  const message = JSON.parse(isStream ? lastMessage(text) : text);
  return message.detail ? { error: { message: `${message.message} ${message.detail}` } } : message;
}

function lastMessage(stream) {
  const lines = stream.split("\n").filter((line) => line.startsWith("data: {"));
  return lines[lines.length - 1].slice("data: ".length);
}

function paramsOf(form) {
  const values = {};
  for (const field of form.querySelectorAll("input, select")) {
    if (field.value !== "") values[field.name] = readField(field);
  }
  if (form.dataset.method === "resources/read") return values;
  return { name: form.dataset.name, arguments: values };
}

function readField({ name, value, dataset }) {
  if (dataset.type === "string" || dataset.type === undefined) return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(`${name}: expected ${dataset.type}, written as JSON`);
  }
}

function show(form, { error, result }) {
  const output = form.parentElement.querySelector(".result");
  const cost = form.querySelector(".cost");
  const failed = error ?? (result.isError ? { message: result.content[0].text } : null);
  output.hidden = false;
  output.classList.toggle("failed", failed !== null);
  output.textContent = failed ? failed.message : textOf(result);
  const charged = result?._meta?.credits_charged;
  if (cost) {
    const remaining = result?._meta?.credits_remaining;
    cost.textContent =
      charged === undefined
        ? ""
        : `${charged} charged${remaining === undefined ? "" : `, ${remaining} left`}`;
  }
}

function textOf({ structuredContent, contents, messages }) {
  if (messages) return messages.map(({ content }) => content.text).join("\n");
  if (contents)
    return contents.map(({ text, blob }) => text ?? `${blob.length} letters of base64`).join("\n");
  return JSON.stringify(structuredContent, null, 2);
}
