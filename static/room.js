// The room: what changed comes by itself, a tap on a counter shows only those tables, a tap on a table opens it beside the
// hall. Without it counters and tables are links, and the page is loaded again by hand.

const EVERY = 4000;
const EVERY_HIDDEN = 20000;
const PATIENCE = 10000;
const HEADERS = { "HX-Request": "true" };
const panel = document.getElementById("panel");
const hall = () => document.getElementById("hall");
let timer;
let pressed = false;
let only = hall()?.dataset.only ?? "";

const parse = (text, id) => new DOMParser().parseFromString(text, "text/html").getElementById(id);

async function look() {
  clearTimeout(timer);
  const now = hall();
  if (!now) return;
  try {
    const address = `${now.dataset.live}?seen=${encodeURIComponent(now.dataset.seen)}`;
    const answer = await fetch(address, { headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || answer.status === 404) return location.reload();
    if (answer.status === 200) put(await answer.text());
  } catch {
    // No signal: the next look finds out.
  }
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

// In the head things are told apart by their words only.
const inHead = (held) => [...hall().querySelectorAll(".room-head :is(a, button, summary)")].find((one) => one.textContent === held.textContent);

// What is about to be tapped does not move, and what somebody is typing above the tables stays.
const typing = () => hall().querySelector(".room-head :is(input:focus, details[open])");

function put(text) {
  const [now, fresh] = [hall(), parse(text, "hall")];
  if (!fresh || pressed) return;
  const calls = Number(now.dataset.calls);
  const held = now.contains(document.activeElement) ? document.activeElement : null;
  const same = held && (held.dataset.table ? `[data-table="${held.dataset.table}"]` : held.dataset.only ? `.counter[data-only="${held.dataset.only}"]` : null);
  if (typing()) {
    Object.assign(now.dataset, fresh.dataset);
    const [head, ...old] = now.children;
    for (const one of old) one.remove();
    head.after(...[...fresh.children].slice(1));
  } else {
    now.replaceWith(fresh);
  }
  if (held && !held.isConnected) (same ? hall().querySelector(same) : inHead(held))?.focus({ preventScroll: true });
  const { title, news } = fresh.dataset;
  document.title = Number(fresh.dataset.calls) ? `(${fresh.dataset.calls}) ${title}` : title;
  if (Number(fresh.dataset.calls) > calls) document.getElementById("news").textContent = news;
  filter();
}

function filter() {
  const now = hall();
  for (const one of now.querySelectorAll(".counter")) {
    if (one.dataset.only === only) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
  for (const one of now.querySelectorAll(".tile")) one.hidden = only && !one.dataset.is.split(" ").includes(only);
  for (const one of now.querySelectorAll(".tile-group")) one.hidden = !one.querySelector(".tile:not([hidden])");
  now.querySelector(".nothing").hidden = Boolean(now.querySelector(".tile:not([hidden])"));
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const counter = event.target.closest(".counter");
  const tile = event.target.closest("#hall a[data-table]");
  if (counter) {
    event.preventDefault();
    only = only === counter.dataset.only ? "" : counter.dataset.only;
    history.replaceState(null, "", only ? `?only=${only}` : hall().dataset.live);
    filter();
  } else if (tile && panel?.showModal) {
    event.preventDefault();
    open(tile.href);
  } else if (event.target === panel || event.target.closest("[data-close]")) {
    panel.close();
  }
});

// --- one table ---

async function open(address, request = {}) {
  try {
    const answer = await fetch(address, { ...request, headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
    const fresh = [200, 409, 422].includes(answer.status) && parse(await answer.text(), "room-table");
    if (fresh) return show(fresh);
  } catch {
    // As without a script, then.
  }
  if (request.method) location.reload();
  else location.assign(address);
}

function show(fresh) {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button quiet close-panel";
  close.dataset.close = "1";
  close.textContent = "✗";
  close.setAttribute("aria-label", panel.dataset.close);
  fresh.querySelector(".panel-head").append(close);
  panel.replaceChildren(fresh);
  if (!panel.open) panel.showModal();
  panel.scrollTop = 0;
}

panel?.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.action.endsWith("/sheet/")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  open(form.action, { method: "POST", body }).then(look);
});

panel?.addEventListener("close", () => {
  const table = panel.querySelector("#room-table")?.dataset.table;
  hall().querySelector(`a[data-table="${table}"]`)?.focus({ preventScroll: true });
  look();
});

document.addEventListener("submit", (event) => {
  const number = event.target.matches(".room-find") && event.target.elements.table.value.trim();
  const tile = number && hall().querySelector(`a[data-table="${CSS.escape(String(Number(number)))}"]`);
  if (!tile || !panel?.showModal) return;
  event.preventDefault();
  event.target.elements.table.value = "";
  open(tile.href);
});

document.addEventListener("pointerdown", () => (pressed = true));
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(() => (pressed = false), 300));
document.addEventListener("visibilitychange", () => document.hidden || look());
if (hall()) timer = setTimeout(look, EVERY);
