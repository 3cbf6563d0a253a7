// The sheet on a phone: offers only what may be declared, says what it counts before it is saved, keeps a hand that
// could not be sent, looks for what the other phone wrote, and keeps the screen awake. Without it every form still works.

const byId = (id) => document.getElementById(id);
const HTMX = { "HX-Request": "true" };

// --- the form of one hand ---------------------------------------------------------------------------------------------

const checked = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";

function offer(form) {
  const data = JSON.parse(form.querySelector("#preview").textContent);
  const pick = checked(form, "pick");
  const contract = data.contracts[pick];
  const caller = Number(checked(form, "caller") || form.elements.rotation.value);
  const doubling = form.querySelector(".doubling");
  if (doubling) {
    doubling.hidden = pick !== "" && !(contract ? contract.doubling : data.normalDoubling);
    if (doubling.hidden) doubling.querySelector("input").checked = true;
  }
  const level = Number(checked(form, "doubling"));
  for (const figure of form.querySelectorAll("[data-grade]")) {
    figure.textContent = data.grades[figure.dataset.grade - 1][level];
  }
  const picked = form.querySelector(".picked");
  picked.textContent = contract ? contract.name : (data.sides[pick.slice(-1)] ?? "");
  picked.hidden = !picked.textContent;
  const calls = [...form.querySelectorAll("#turn b")].at(-1);
  if (calls) calls.textContent = data.names[caller];
  if (contract) offerContract(form, data, contract, caller, level);
}

function offerContract(form, data, contract, caller, level) {
  const seats = data.names.length;
  const declarers = [...form.querySelectorAll('[name="declarer"]')];
  const allowed = declarers.filter((one) => contract.seats.includes((one.value - caller + seats) % seats));
  for (const one of declarers) {
    one.closest("label").hidden = !allowed.includes(one);
    one.checked &&= allowed.includes(one);
  }
  if (allowed.length === 1) allowed[0].checked = true;
  const lost = form.querySelector('[name="made"][value="0"]');
  lost.closest("label").hidden = !contract.canLose;
  if (!contract.canLose) form.querySelector('[name="made"][value="1"]').checked = true;
  const declarer = checked(form, "declarer");
  const made = checked(form, "made");
  const known = declarer !== "" && made !== "";
  const side = Number(declarer) % data.sides.length;
  form.querySelector(".preview").textContent = known
    ? inWords(data.template, {
        contract: contract.name,
        declarer: data.names[declarer],
        doubled: data.doubled[level],
        result: made === "1" ? data.made : data.lost,
        points: contract.values[level],
        side: data.sides[made === "1" ? side : 1 - side],
      })
    : "";
}

const inWords = (template, values) => template.replace(/%\((\w+)\)s/g, (_whole, name) => values[name]);

function prepare() {
  const form = byId("entry");
  if (form) offer(form);
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("#entry");
  if (!form) return;
  if (event.target.name === "pick") forget(form);
  offer(form);
  if (event.target.name === "pick") form.querySelector(".buttons").scrollIntoView({ block: "nearest" });
});
// After the reset has happened, not before.
document.addEventListener("reset", (event) => event.target.id === "entry" && setTimeout(drop, 0, event.target));

function drop(form) {
  clear(form);
  look();
}

// Another contract: who declared the last one, and whether it was made, says nothing about this one.
function forget(form) {
  for (const one of form.querySelectorAll('[name="declarer"]:checked, [name="made"]:checked')) one.checked = false;
}

// A form that came back with problems has its old answers as defaults; dropping means all of them, and what waits.
function clear(form) {
  if (form.hasAttribute("hx-post")) {
    for (const [name, value] of Object.entries({ doubling: 0, decided_by: "" })) {
      const usual = form.querySelector(`[name="${name}"][value="${value}"]`);
      if (usual) usual.checked = true;
    }
    form.querySelector('[name="loser_points"]').value = "";
    for (const one of form.querySelectorAll('[name="pick"]:checked, [name="caller"]:checked')) one.checked = false;
    for (const one of form.querySelectorAll("details[open]")) one.open = false;
    for (const said of form.querySelectorAll(".notice, .problem")) said.remove();
    forget(form);
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

async function fetchNews(sheet) {
  const address = `${sheet.dataset.live}?seen=${byId("seen").dataset.seq}`;
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
  if (!whole && byId("entry")?.querySelector('[name="pick"]:checked')) {
    for (const part of ["#seen", ".board", ".right"]) sheet.querySelector(part).replaceWith(fresh.querySelector(part));
  } else {
    sheet.replaceWith(fresh);
  }
  htmx.process(byId("sheet"));
  arrived();
}

function arrived() {
  const { said } = byId("seen").dataset;
  if (byId("announce").textContent !== said) byId("announce").textContent = said;
  prepare();
  // A question needs its answer in sight; after htmx has scrolled to the top, not before.
  setTimeout(() => document.querySelector(":is(.notice, [role=alert]) ~ .buttons, .panel:has([role=alert]) .buttons")?.scrollIntoView({ block: "nearest" }), 0);
}

const offline = (yes) => {
  byId("offline").hidden = !yes;
  byId("unsent").textContent = unsent().length || "";
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

// A conflict or a refusal stands in the form and waits for an answer; until then nothing else is sent.
const deciding = () => document.querySelector("#entry .notice, #entry .problem");

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id !== "entry") return;
  const body = bodyOf(event);
  const before = unsent();
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
  sent(body);
  // Within a leg only what changed came back (_recorded.html): the form stays, and is empty again.
  if (form.isConnected) {
    clear(form);
    scrollTo(0, 0);
  }
});

function changed(body, name, value) {
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
    sent(head);
    // What the others counted on did not come to pass: they have seen no more than this one had.
    if (status !== 200) keep(unsent().map((one) => changed(one, "after_seq", body.get("after_seq"))));
  }
  show(text, status !== 200);
}

// Until it is sent a hand stands on the page in pencil: what the phone can look up in the values the engine has drawn
// into the page. The server's answer takes its place.
function pencil(form, body) {
  const hand = new URLSearchParams(body);
  const data = JSON.parse(form.querySelector("#preview").textContent);
  const played = lookUp(hand, data);
  if (!played) return sent(body); // not complete: it stays in the form
  const figures = data.sides.map((_names, side) => byId(`figure-${side}`));
  const start = data.down ? data.target : 0;
  const end = data.target - start;
  if (figures.some((figure) => Number(figure.textContent) === end)) for (const figure of figures) figure.textContent = start;
  const figure = figures[played.winner];
  const counted = Number(figure.textContent) + (data.down ? -played.points : played.points);
  figure.textContent = Math.min(data.target, Math.max(0, counted));
  const row = byId("lines").insertRow();
  row.className = "pencil";
  for (const cell of [figures[0].textContent, played.said, figures[1].textContent]) row.insertCell().textContent = cell;
  row.cells[1].className = "what";
  row.cells[played.winner * 2].className = "scored";
  const caller = Number(hand.get("caller") || hand.get("rotation"));
  const next = (caller + 1) % data.names.length;
  const [dealing, calling] = byId("turn").querySelectorAll("b");
  [dealing.textContent, calling.textContent] = [data.names[caller], data.names[next]];
  form.elements.after_seq.value = Number(hand.get("after_seq")) + 1;
  form.elements.rotation.value = next;
  form.elements.token.value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12)))).replace(/[+/]/g, "_");
  clear(form);
  // Who deals the next leg is not always who would be next.
  const stuck = Number(figure.textContent) === end && !data.dealerGoesOn;
  for (const one of form.querySelectorAll(".send")) one.disabled = stuck;
  scrollTo(0, 0);
}

function lookUp(hand, data) {
  const pick = hand.get("pick") ?? "";
  const level = Number(hand.get("doubling"));
  if (pick.startsWith("normal-")) {
    const points = data.grades[hand.get("grade") - 1]?.[level];
    return points === undefined ? null : { points, winner: Number(pick.slice(7)), said: points };
  }
  const contract = data.contracts[pick];
  const [declarer, made] = [hand.get("declarer"), hand.get("made")];
  if (!contract || declarer === null || made === null) return null;
  const side = declarer % data.sides.length;
  const said = `${contract.name} ${data.names[declarer]} ${made === "1" ? "✓" : "✗"}`;
  return { points: contract.values[level], winner: made === "1" ? side : 1 - side, said };
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
  if (byId("entry")) for (const body of unsent()) pencil(byId("entry"), body);
  look();
  stayAwake();
}
