// Speaks to the client that shows this view: JSON-RPC over messages to the window around it.
const waiting = new Map();
let lastId = 0;

function request(method, params) {
  const id = ++lastId;
  window.parent.postMessage({ jsonrpc: "2.0", id, method, params }, "*");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function notify(method, params = {}) {
  window.parent.postMessage({ jsonrpc: "2.0", method, params }, "*");
}

/** `show` draws the result of the tool; a call that failed has only text. */
function openView(show) {
  const draw = (result) => {
    const data = result.structuredContent?.data;
    document.querySelector("main").replaceChildren();
    try {
      if (data && !result.isError) {
        show(data);
        if (result.structuredContent.more) addText("small", "Cut to the token limit of the call.");
        return;
      }
    } catch {
      // What the view needs was cut: its text is still there.
      document.querySelector("main").replaceChildren();
    }
    const text = (result.content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []));
    addText("pre", text.join("\n"));
  };
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || data?.jsonrpc !== "2.0") return;
    if (data.method === "ui/notifications/tool-result") return draw(data.params);
    if (data.method === "ui/notifications/host-context-changed") return applyTheme(data.params);
    if (data.method === "ui/resource-teardown" || data.method === "ping")
      return window.parent.postMessage({ jsonrpc: "2.0", id: data.id, result: {} }, "*");
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) asked?.reject(new Error(data.error.message));
    else asked?.resolve(data.result);
  });
  const resized = new ResizeObserver(() =>
    notify("ui/notifications/size-changed", {
      width: document.documentElement.scrollWidth,
      height: document.body.offsetHeight,
    }),
  );
  void request("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "florin", version: document.querySelector("main").dataset.version },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  }).then(
    ({ hostContext }) => {
      applyTheme(hostContext);
      notify("ui/notifications/initialized");
      resized.observe(document.body);
    },
    (error) => addText("p", error.message),
  );
}

function applyTheme(context) {
  if (context?.theme) document.documentElement.dataset.theme = context.theme;
}

function addText(name, text, parent = document.querySelector("main")) {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
}

/** A button that shows the page of a number, below everything else, with the number marked. */
function addPageButton(text, place, parent) {
  const button = addText("button", text, parent);
  button.type = "button";
  button.title = `Show page ${place.page} with this number marked (1 credit)`;
  button.addEventListener("click", () => showPage(place));
  return button;
}

const POINTS_PER_INCH = 72;

async function showPage({ report, page, box, label }) {
  const main = document.querySelector("main");
  main.querySelector("figure")?.remove();
  const figure = addText("figure", "", main);
  const status = addText("p", `Reading page ${page} …`, figure);
  status.setAttribute("role", "status");
  try {
    const uri = `florin://reports/${report}/pages/${page}/image`;
    const { contents } = await request("resources/read", { uri });
    const image = new Image();
    image.alt = `Page ${page}, ${label}`;
    image.src = `data:image/png;base64,${contents[0].blob}`;
    await image.decode();
    const scale = Number(main.dataset.dpi) / POINTS_PER_INCH;
    const mark = document.createElement("mark");
    const [left, top, right, bottom] = box.map((at) => at * scale);
    mark.style.left = `${(100 * left) / image.naturalWidth}%`;
    mark.style.top = `${(100 * top) / image.naturalHeight}%`;
    mark.style.width = `${(100 * (right - left)) / image.naturalWidth}%`;
    mark.style.height = `${(100 * (bottom - top)) / image.naturalHeight}%`;
    const sheet = document.createElement("div");
    sheet.append(image, mark);
    status.replaceWith(sheet);
    addText("figcaption", `${label}, page ${page}`, figure);
    mark.scrollIntoView({ block: "center" });
  } catch (error) {
    status.textContent = `Page ${page} could not be shown: ${error.message}`;
  }
}

/** For the script of the view, which follows. */
window.florin = { addPageButton, addText, openView };
