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
  const caller = Number(checked(form, "caller") || data.caller);
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
document.addEventListener("reset", (event) => event.target.id === "entry" && setTimeout(clear, 0, event.target));

// Another contract: who declared the last one, and whether it was made, says nothing about this one.
function forget(form) {
  for (const one of form.querySelectorAll('[name="declarer"]:checked, [name="made"]:checked')) one.checked = false;
}

// A form that came back with problems has its old answers as defaults; dropping means all of them.
function clear(form) {
  for (const one of form.querySelectorAll('[name="pick"]:checked')) one.checked = false;
  forget(form);
  offer(form);
  if (form.hasAttribute("hx-post")) look();
}

// --- what the other phone wrote ---------------------------------------------------------------------------------------

const EVERY = 2000;
const EVERY_HIDDEN = 20000;
let timer;
let looking = false;

async function look() {
  clearTimeout(timer);
  const sheet = byId("sheet");
  if (!sheet || looking) return;
  looking = true;
  try {
    if (localStorage.getItem(outboxKey())) await flush();
    else await fetchNews(sheet);
    offline(false);
  } catch {
    offline(true);
  }
  looking = false;
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

async function fetchNews(sheet) {
  const answer = await fetch(`${sheet.dataset.live}?seen=${sheet.dataset.seq}`, { headers: HTMX });
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
    for (const part of [".board", ".right"]) sheet.querySelector(part).replaceWith(fresh.querySelector(part));
    sheet.dataset.seq = fresh.dataset.seq;
  } else {
    sheet.replaceWith(fresh);
  }
  htmx.process(byId("sheet"));
  arrived();
}

function arrived() {
  const sheet = byId("sheet");
  if (byId("announce").textContent !== sheet.dataset.said) byId("announce").textContent = sheet.dataset.said;
  prepare();
}

const offline = (yes) => (byId("offline").hidden = !yes);

document.addEventListener("visibilitychange", () => document.hidden || look());
window.addEventListener("online", look);
// A page from the back-and-forward cache shows an old sheet with an old token.
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

// --- a hand that could not be sent ------------------------------------------------------------------------------------

// The request as it was, token and all: however often it arrives, it is one hand.
const outboxKey = () => `unsent ${location.pathname}`;

document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.id !== "entry") return;
  localStorage.setItem(outboxKey(), new URLSearchParams(event.detail.formData).toString());
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.id !== "entry") return;
  const status = event.detail.xhr.status;
  if (status > 0 && status < 500) localStorage.removeItem(outboxKey());
  else offline(true);
});

async function flush() {
  const body = localStorage.getItem(outboxKey());
  const answer = await fetch(`${byId("sheet").dataset.live}hand/`, {
    method: "POST",
    headers: { ...HTMX, "Content-Type": "application/x-www-form-urlencoded" },
    body,
  });
  if (answer.status >= 500) throw new Error(answer.status);
  localStorage.removeItem(outboxKey());
  if ([200, 409, 422].includes(answer.status)) show(await answer.text(), true);
  else location.reload();
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
  look();
  stayAwake();
}
