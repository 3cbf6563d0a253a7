// The sheet on a phone: offers only what may be declared, says what it counts before it is saved, keeps a hand that
// could not be sent, looks for what the other phone wrote, and keeps the screen awake. Without it every form still works.

const byId = (id) => document.getElementById(id);
const HTMX = { "HX-Request": "true" };

// --- the form of one hand ---------------------------------------------------------------------------------------------

// What a game knows of its form (static/games/): `offer` shows only what can be and says what it counts, `pencil` counts a
// hand that could not be sent yet.
const { game } = globalThis;
const preview = (form) => JSON.parse(form.querySelector("#preview").textContent);

function offer(form) {
  game.offer(form, preview(form));
}

function prepare() {
  const form = byId("entry");
  if (form) offer(form);
}

function changed(event) {
  const form = event.target.closest("#entry");
  if (!form) return;
  form.dataset.begun = "1";
  if (event.type === "change" && event.target.name === "pick") forget(form);
  offer(form);
  if (event.type === "change" && event.target.name === "pick") form.querySelector(".buttons").scrollIntoView({ block: "nearest" });
}
document.addEventListener("change", changed);
document.addEventListener("input", (event) => event.target.matches("[type=text], [type=number], :not([type])") && changed(event));
// After the reset has happened, not before.
document.addEventListener("reset", (event) => event.target.id === "entry" && setTimeout(drop, 0, event.target));

function drop(form) {
  sent(asked);
  asked = null;
  clear(form);
  look();
}

// The second tap of a double tap would hit what has come into the place of the button that saved: a link away from
// here, or a button that saves once more.
const DOUBLE_TAP = 800;
const NEVER = { timeStamp: -DOUBLE_TAP };
let lastSave = NEVER;
function onlyOnce(event) {
  const near = Math.hypot(event.clientX - lastSave.clientX, event.clientY - lastSave.clientY) < 40;
  const again = event.detail && near && event.timeStamp - lastSave.timeStamp < DOUBLE_TAP;
  if (again && event.target.closest("a, .send")) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    lastSave = event.target.closest("#entry[hx-post] .send") ? event : NEVER;
  }
}
document.addEventListener("click", onlyOnce, true);

// Another contract: who declared the last one, and whether it was made, says nothing about this one.
function forget(form) {
  for (const one of form.querySelectorAll("[data-forget]:checked")) one.checked = false;
}

// A form that came back with problems has its old answers as defaults; dropping means all of them, and what waits.
function clear(form) {
  if (form.hasAttribute("hx-post")) {
    for (const one of form.querySelectorAll("input:not([type=hidden])")) {
      if (["radio", "checkbox"].includes(one.type)) one.checked = one.hasAttribute("data-usual");
      else one.value = one.dataset.usual ?? "";
    }
    for (const one of form.querySelectorAll("details[open]")) one.open = false;
    for (const said of form.querySelectorAll(".notice, .problem")) said.remove();
    delete form.dataset.begun;
  }
  offer(form);
}

// --- what the other phone wrote ---------------------------------------------------------------------------------------

const EVERY = 2000;
const EVERY_HIDDEN = 20000;
const PATIENCE = 10000;
let timer;
let looking = false;

async function look() {
  clearTimeout(timer);
  const sheet = byId("sheet");
  if (!sheet || looking) return;
  looking = true;
  try {
    // While htmx waits for an answer of its own, a second request for the same hand would only confuse the page.
    if (byId("entry")?.classList.contains("htmx-request")) await null;
    else if (unsent().length && !deciding()) await flush();
    else await fetchNews(sheet);
    offline(false);
  } catch {
    offline(true);
  }
  looking = false;
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

// A form that was kept while somebody else wrote is behind the rest of the page; once it is empty, all is fetched anew.
async function fetchNews(sheet) {
  const { stale, begun } = byId("entry")?.dataset ?? {};
  const address = `${sheet.dataset.live}?seen=${stale && !begun ? "" : byId("seen").dataset.seq}`;
  const answer = await fetch(address, { headers: HTMX, signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status === 404) location.reload();
  if (answer.status >= 500) throw new Error(answer.status);
  if (answer.status === 200 && byId("sheet") === sheet && !byId("entry")?.classList.contains("htmx-request")) {
    show(await answer.text());
  }
}

// Somebody who is filling in a hand keeps the form, with what it had seen: saving it then says what came in between.
function show(text, whole = false) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("sheet");
  const sheet = byId("sheet");
  if (!fresh || !sheet) return;
  if (!whole && byId("entry")?.dataset.begun) {
    byId("entry").dataset.stale = "1";
    for (const part of ["#seen", ".board", ".facts", ".right"]) sheet.querySelector(part)?.replaceWith(fresh.querySelector(part));
  } else {
    sheet.replaceWith(fresh);
  }
  htmx.process(byId("sheet"));
  arrived();
}

function arrived() {
  byId("stuck").hidden = true;
  const { said } = byId("seen").dataset;
  if (byId("announce").textContent !== said) byId("announce").textContent = said;
  prepare();
  // A question needs its answer in sight; after htmx has scrolled to the top, not before.
  setTimeout(() => document.querySelector(":is(.notice, [role=alert]) ~ .buttons, .panel:has([role=alert]) .buttons")?.scrollIntoView({ block: "nearest" }), 0);
}

const offline = (yes) => {
  byId("offline").hidden = !yes;
  byId("unsent").textContent = unsent().length || "";
  byId("waiting").hidden = !unsent().length;
};

document.addEventListener("visibilitychange", () => document.hidden || look());
window.addEventListener("online", look);
// A page from the back-and-forward cache shows an old sheet with an old token.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

// --- hands that could not be sent -------------------------------------------------------------------------------------

// Requests as they were, token and all, oldest first: however often one arrives, it is one hand. Each but the first has
// seen what the one before it will have written; where somebody else was quicker, the table is asked about each.
const outbox = () => `unsent ${location.pathname}`;
const unsent = () => JSON.parse(localStorage.getItem(outbox()) ?? "[]");
const keep = (bodies) => localStorage.setItem(outbox(), JSON.stringify(bodies));
const sent = (body) => keep(unsent().filter((one) => one !== body));
const bodyOf = (event) => new URLSearchParams(event.detail.requestConfig?.formData ?? event.detail.formData).toString();

// Anything else (a failing server, the login page of a hotel's network) means that the hand has not arrived.
const arrivedAt = (text) => text.includes('id="seen"');

// A conflict or a refusal stands in the form and waits for an answer; until then nothing else is sent, and what the table
// is asked about is kept, so that it is asked again where the page is loaded anew.
let asked = null;
const deciding = () => document.querySelector("#entry .notice, #entry .problem");

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id !== "entry") return;
  const body = bodyOf(event);
  const before = unsent().filter((one) => one !== asked);
  asked = null;
  if (deciding()) return keep([body, ...before]);
  keep([...before, body]);
  if (!before.length) return;
  event.preventDefault();
  pencil(event.detail.elt, body);
  look();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  event.detail.shouldSwap &&= arrivedAt(event.detail.xhr.responseText);
});
document.addEventListener("htmx:afterRequest", (event) => {
  // Not the event's own element, which is another one where the form has been swapped away by now.
  const form = event.detail.requestConfig.elt;
  if (form.id !== "entry") return;
  const body = bodyOf(event);
  if (!arrivedAt(event.detail.xhr.responseText)) {
    if (unsent().includes(body)) pencil(form, body);
    offline(true);
    return;
  }
  if (event.detail.xhr.status === 409) asked = body;
  else sent(body);
  // Within a leg only what changed came back (_recorded.html): the form stays, and is empty again.
  if (form.isConnected) {
    clear(form);
    scrollTo(0, 0);
  }
});

function withField(body, name, value) {
  const fields = new URLSearchParams(body);
  fields.set(name, value);
  return fields.toString();
}

// A page that was open for long, or whose cookies were deleted, gets new ones by being loaded again; not over and over.
function reload() {
  const last = Number(sessionStorage.getItem("reloaded"));
  sessionStorage.setItem("reloaded", Date.now());
  if (Date.now() - last > 30000) location.reload();
}

async function flush() {
  let text = "";
  let status = 200;
  while (status === 200 && unsent().length) {
    const [head] = unsent();
    const body = new URLSearchParams(head);
    body.delete("fresh"); // the whole sheet, please
    const csrf = document.querySelector('[name="csrfmiddlewaretoken"]');
    if (csrf) body.set("csrfmiddlewaretoken", csrf.value);
    const address = `${byId("sheet").dataset.live}hand/`;
    const answer = await fetch(address, { method: "POST", headers: HTMX, body, signal: AbortSignal.timeout(PATIENCE) });
    ({ status } = answer);
    text = await answer.text();
    if (status === 404 || status === 403) reload();
    if (!arrivedAt(text)) throw new Error(status);
    if (status === 200) sent(head);
    else {
      // What the others counted on did not come to pass: they have seen no more than this one had.
      const [, ...others] = unsent();
      keep([head, ...others.map((one) => withField(one, "after_seq", body.get("after_seq")))]);
      asked = head;
    }
  }
  show(text, status !== 200);
}

// Until it is sent a hand stands on the page in pencil, as far as the phone can count it (the values come from the engine,
// drawn into the page). The server's answer takes its place.
function pencil(form, body, waits = false) {
  const hand = new URLSearchParams(body);
  const data = preview(form);
  const figures = data.sides.map((_names, side) => byId(`figure-${side}`));
  const played = game.pencil(hand, data, figures.map((figure) => figure.textContent));
  if (!played) return waits || sent(body); // not complete: it stays in the form
  figures.forEach((figure, side) => (figure.textContent = played.figures[side]));
  writeLine(played);
  byId("turn").querySelectorAll("b").forEach((name, place) => (name.textContent = played.turn[place] ?? name.textContent));
  document.querySelectorAll(".facts dd").forEach((fact, place) => (fact.textContent = played.facts?.[place] ?? fact.textContent));
  if (played.data) form.querySelector("#preview").textContent = JSON.stringify(played.data);
  form.elements.after_seq.value = Number(hand.get("after_seq")) + 1;
  form.elements.rotation.value = played.rotation ?? "";
  form.elements.token.value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12)))).replace(/[+/]/g, "_");
  clear(form);
  for (const one of form.querySelectorAll(".send")) one.disabled = Boolean(played.stuck);
  byId("stuck").hidden = !played.stuck;
  scrollTo(0, 0);
}

function writeLine({ figures, scored, said }) {
  const lines = byId("lines");
  const line = (cells) => {
    const row = lines.insertRow();
    row.className = "pencil";
    for (const [text, kind] of cells) Object.assign(row.insertCell(), { textContent: text, className: kind });
    return row;
  };
  const cells = figures.map((figure, side) => [figure, scored[side] ? "scored" : ""]);
  if (figures.length === 2) return line([cells[0], [said, "what"], cells[1]]);
  line([[said, "what"]]).cells[0].colSpan = figures.length;
  line(cells);
}

// --- the screen stays on while a table plays --------------------------------------------------------------------------

async function stayAwake() {
  // Only on HTTPS and localhost; elsewhere the phone's own setting decides.
  if (!document.hidden && byId("sheet") && navigator.wakeLock) await navigator.wakeLock.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);

document.addEventListener("htmx:afterSettle", arrived);
prepare();
if (byId("sheet")) {
  if (byId("entry")) for (const body of unsent()) pencil(byId("entry"), body, true);
  look();
  stayAwake();
}
