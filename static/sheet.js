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
    wait(null);
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
    if (waiting()) await flush();
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
  wait(waiting());
  // A question needs its answer in sight; after htmx has scrolled to the top, not before.
  setTimeout(() => document.querySelector(".notice ~ .buttons")?.scrollIntoView({ block: "nearest" }), 0);
}

const offline = (yes) => (byId("offline").hidden = !yes);

document.addEventListener("visibilitychange", () => document.hidden || look());
window.addEventListener("online", look);
// A page from the back-and-forward cache shows an old sheet with an old token.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

// --- a hand that could not be sent ------------------------------------------------------------------------------------

// The request as it was, token and all: however often it arrives, it is one hand. While it waits no other can be saved,
// which would take its place.
const outboxKey = () => `unsent ${location.pathname}`;
const waiting = () => localStorage.getItem(outboxKey());

function wait(body) {
  if (body) localStorage.setItem(outboxKey(), body);
  else localStorage.removeItem(outboxKey());
  for (const one of document.querySelectorAll('#entry[hx-post] .send')) one.disabled = Boolean(body);
}

// Anything else (a failing server, the login page of a hotel's network) means that the hand has not arrived.
const arrivedAt = (text) => text.includes('id="seen"');

document.addEventListener("htmx:configRequest", (event) => {
  if (event.detail.elt.id === "entry") wait(new URLSearchParams(event.detail.formData).toString());
});
document.addEventListener("htmx:beforeSwap", (event) => {
  event.detail.shouldSwap &&= arrivedAt(event.detail.xhr.responseText);
});
document.addEventListener("htmx:afterRequest", (event) => {
  // Not the event's own element, which is another one where the form has been swapped away by now.
  const form = event.detail.requestConfig.elt;
  if (form.id !== "entry") return;
  if (!arrivedAt(event.detail.xhr.responseText)) {
    wait(waiting());
    offline(true);
    return;
  }
  wait(null);
  // Within a leg only what changed came back (_recorded.html): the form stays, and is empty again.
  if (form.isConnected) {
    clear(form);
    scrollTo(0, 0);
  }
});

async function flush() {
  const body = new URLSearchParams(waiting());
  body.delete("fresh"); // the whole sheet, please
  const csrf = document.querySelector('[name="csrfmiddlewaretoken"]');
  if (csrf) body.set("csrfmiddlewaretoken", csrf.value);
  const address = `${byId("sheet").dataset.live}hand/`;
  const answer = await fetch(address, { method: "POST", headers: HTMX, body, signal: AbortSignal.timeout(PATIENCE) });
  const text = await answer.text();
  if (arrivedAt(text)) {
    wait(null);
    show(text, true);
  } else if (answer.status === 404) {
    wait(null);
    location.reload();
  } else throw new Error(answer.status);
}

// After a reload the hand that waits stands in the form again, where it can be dropped.
function restore(form) {
  for (const [name, value] of new URLSearchParams(waiting())) {
    const one = form.querySelector(`[type="radio"][name="${name}"][value="${CSS.escape(value)}"]`);
    if (one) one.checked = true;
  }
}

// --- the screen stays on while a table plays --------------------------------------------------------------------------

async function stayAwake() {
  // Only on HTTPS and localhost; elsewhere the phone's own setting decides.
  if (!document.hidden && byId("sheet") && navigator.wakeLock) await navigator.wakeLock.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);

document.addEventListener("htmx:afterSettle", arrived);
if (byId("entry") && waiting()) {
  restore(byId("entry"));
  wait(waiting());
}
prepare();
if (byId("sheet")) {
  look();
  stayAwake();
}
