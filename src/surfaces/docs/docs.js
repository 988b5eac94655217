// Search, copying and trying calls. The pages work without it, except for these.
const search = document.getElementById("search");
const field = search.elements.q;
const results = document.getElementById("results");
const SHOWN_MAX = 12;
let index = null;
let chosen = -1;

async function loadIndex() {
  index ??= fetch(search.dataset.index).then((response) => response.json());
  return index;
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Every word must occur; headings count more than titles, titles more than text. */
function scoreOf({ t, h, x }, words) {
  const [title, heading, text] = [t, h, x].map((part) => part.toLowerCase());
  let total = 0;
  for (const word of words) {
    // A long page that mentions a word in passing must not outrank a short one about it.
    const density = Math.min(5, text.split(word).length - 1) / (1 + text.length / 2000);
    const score = (heading.includes(word) ? 12 : 0) + (title.includes(word) ? 5 : 0) + density;
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

function snippetOf(text, words) {
  const at = text.toLowerCase().indexOf(words[0]);
  const start = Math.max(0, at - 40);
  return `${start > 0 ? "…" : ""}${text.slice(start, start + 120)}`;
}

async function showResults() {
  const words = wordsOf(field.value);
  if (words.length === 0) return hideResults();
  const entries = await loadIndex();
  const found = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, SHOWN_MAX);
  chosen = found.length > 0 ? 0 : -1;
  results.replaceChildren(
    ...found.map(({ entry }, position) => renderResult(entry, words, position)),
    ...(found.length === 0 ? [renderEmpty()] : []),
  );
  results.hidden = false;
  field.setAttribute("aria-expanded", "true");
  markChosen();
}

function renderResult({ u, t, h, x }, words, position) {
  const item = document.createElement("li");
  item.id = `result-${position}`;
  item.role = "option";
  item.dataset.url = u;
  const heading = document.createElement("b");
  heading.textContent = h;
  const about = document.createElement("span");
  about.textContent = `${t} · ${snippetOf(x, words)}`;
  item.append(heading, about);
  item.addEventListener("mousedown", () => location.assign(u));
  return item;
}

function renderEmpty() {
  const item = document.createElement("li");
  item.role = "option";
  item.textContent = "No results";
  return item;
}

function hideResults() {
  results.hidden = true;
  field.setAttribute("aria-expanded", "false");
}

function markChosen() {
  for (const [position, item] of [...results.children].entries())
    item.setAttribute("aria-selected", String(position === chosen));
  const item = results.children[chosen];
  item?.scrollIntoView({ block: "nearest" });
  if (item?.id) field.setAttribute("aria-activedescendant", item.id);
}

field.addEventListener("focus", loadIndex);
field.addEventListener("input", showResults);
field.addEventListener("blur", hideResults);
field.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && !results.hidden) {
    event.preventDefault();
    chosen = (chosen + step + results.children.length) % results.children.length;
    markChosen();
  }
  if (event.key === "Escape") hideResults();
});
search.addEventListener("submit", (event) => {
  event.preventDefault();
  const url = results.children[chosen]?.dataset.url;
  if (url) location.assign(url);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "")) return;
  event.preventDefault();
  field.focus();
});

for (const block of document.querySelectorAll(".code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("pre").textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
  block.append(button);
}

const credential = document.querySelector(".credential");
credential?.addEventListener("submit", (event) => event.preventDefault());
const keyGiven = () => credential?.elements.key.value.trim() ?? "";

for (const form of document.querySelectorAll("form[data-method]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    await send(form).catch((error) => show(form, { failed: true, text: error.message, outcome: "" }));
    button.disabled = false;
  });
}

/** As the console does it: a page of another site can neither set this header nor read the answer. */
async function send(form) {
  const { method, path } = form.dataset;
  const headers = keyGiven() ? { "x-api-key": keyGiven() } : { "x-florin-console": "docs" };
  const body = form.elements.body?.value;
  if (body !== undefined) {
    JSON.parse(body);
    headers["content-type"] = "application/json";
  }
  const response = await fetch(body === undefined ? urlOf(path, form) : path, { method, headers, body });
  const text = await response.text();
  if (response.status === 401)
    throw new Error("Enter an API key at the top of this page, or sign in to the console.");
  const charged = response.headers.get("x-credits-charged") ?? "0";
  const remaining = response.headers.get("x-credits-remaining");
  show(form, {
    failed: !response.ok,
    text: print(text),
    outcome: `${response.status} · ${charged} charged${remaining === null ? "" : ` · ${remaining} left`}`,
  });
}

function urlOf(path, form) {
  const query = new URLSearchParams();
  let url = path;
  for (const { name, value } of form.querySelectorAll("input")) {
    if (url.includes(`{${name}}`)) url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(name, value);
  }
  return query.size > 0 ? `${url}?${query}` : url;
}

function print(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, 200_000);
  } catch {
    return text.slice(0, 200_000);
  }
}

function show(form, { failed, text, outcome }) {
  const result = form.parentElement.querySelector(".result");
  result.hidden = false;
  result.classList.toggle("failed", failed);
  result.textContent = text;
  form.querySelector(".outcome").textContent = outcome;
}
