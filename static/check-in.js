// Check-in by keyboard: Enter sends the line and the next name can be typed at once, however slow the network is.
// What is refused comes back as a line of its own above; what could not be sent waits and is sent again with its token.

const EVERY = 5000;
const EVERY_HIDDEN = 30000;
const PATIENCE = 15000;
const LETTERS = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };
const live = { timer: 0, sending: 0, queued: 0 };
const unsent = new Map();
let turn = Promise.resolve();

const main = () => document.querySelector("#line form");
const first = (form) => form.querySelector("[aria-invalid]") ?? form.querySelector("[autofocus]") ?? form.querySelector("[name=name]");
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
const ask = (address, body) =>
  fetch(address, { method: "POST", body, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });

function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", (event) => {
  const [form, button] = [event.target, event.submitter];
  if (form.classList.contains("line-of-card")) {
    event.preventDefault();
    enter(form, button);
  } else if (form.contains(document.getElementById("cards")) && button?.name) {
    event.preventDefault();
    tap(form, button);
  }
});

function enter(form, button) {
  if (![...form.querySelectorAll("[name=name]")].some((one) => one.value.trim())) return first(form).focus();
  const body = new FormData(form, button);
  if (form === main()) empty(form);
  else form.remove();
  first(main()).focus();
  queue(form.action, body);
}

// One after the other: numbers are given in the order of the queue.
function queue(address, body) {
  live.sending += 1;
  live.queued += 1;
  unsent.set(body, address);
  turn = turn.then(() => send(address, body));
}

// Nobody who was typed is lost by going on too soon: a link waits for the queue, and stays where something was refused;
// who closes the page is asked, and what is still here goes off with it. The same card sent twice counts once.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !live.queued || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  for (let seen; seen !== turn; await seen) seen = turn;
  if (!document.getElementById("refused").childElementCount) location.assign(link.href);
});
addEventListener("beforeunload", (event) => unsent.size && event.preventDefault());
addEventListener("pagehide", () => {
  for (const [body, address] of unsent) fetch(address, { method: "POST", body, keepalive: true });
});

function empty(form) {
  const { number, proposed, token } = form.elements;
  const next = number.value === proposed.value ? Number(proposed.value) + 1 : proposed.value;
  form.reset();
  for (const one of form.querySelectorAll(".problem, .buttons")) one.remove();
  for (const one of form.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
  for (const one of form.querySelectorAll("[name=name], [name=place], .further input, .for-title input")) {
    if (one.type !== "checkbox") one.value = "";
  }
  form.classList.remove("is-refused");
  number.value = proposed.value = next;
  token.value = newToken();
}

async function send(address, body) {
  try {
    const answer = await ask(address, body);
    if (answer.redirected || ![200, 422].includes(answer.status)) throw new Error(answer.status);
    const page = parsed(await answer.text());
    unsent.delete(body);
    if (answer.status === 200) show(page);
    else refused(page.querySelector("form"));
  } catch {
    waiting(address, body);
  }
  live.sending -= 1;
  live.queued -= 1;
}

function refused(form) {
  const idle = !main().elements.namedItem("name").value && main().contains(document.activeElement);
  const fresh = document.importNode(form, true);
  const away = Object.assign(document.createElement("button"), { type: "button", className: "button quiet for-away", textContent: "×" });
  away.setAttribute("aria-label", "×");
  away.addEventListener("click", () => {
    fresh.remove();
    first(main()).focus();
  });
  fresh.querySelector(".for-save").after(away);
  document.getElementById("refused").append(fresh);
  if (idle) first(fresh).focus();
}

function waiting(address, body) {
  const names = body.getAll("name").filter(Boolean).join(" / ");
  const again = Object.assign(document.createElement("button"), { type: "button", className: "button" });
  again.textContent = `↻ ${names}`;
  again.addEventListener("click", () => {
    again.remove();
    queue(address, body);
  });
  document.getElementById("refused").append(again);
}

function show(page) {
  const answer = page.getElementById("answer");
  const rows = document.getElementById("cards");
  for (const row of [...answer.querySelectorAll("#fresh > li")].reverse()) {
    document.getElementById(row.id)?.remove();
    rows.prepend(document.importNode(row, true));
  }
  rows.querySelector(".nobody")?.remove();
  counted(page);
  propose(Math.max(Number(answer.dataset.next), live.sending > 1 ? Number(main().elements.proposed.value) : 0));
}

// A number that somebody typed stays; the proposed one follows what was given away meanwhile.
function propose(next) {
  const { number, proposed } = main().elements;
  if (number.value === proposed.value) number.value = next;
  proposed.value = next;
}

async function tap(form, button) {
  if (button.disabled) return;
  const body = new FormData(form, button);
  button.disabled = true;
  const row = button.closest("li");
  live.sending += 1;
  try {
    const answer = await ask(button.getAttribute("formaction") ?? form.action, body);
    if (answer.redirected || ![200, 422].includes(answer.status)) return location.reload();
    const page = parsed(await answer.text());
    if (answer.status === 422) {
      row.querySelector("#refusal")?.remove();
      row.append(document.importNode(page.getElementById("refusal"), true));
      button.disabled = false;
    } else {
      const fresh = document.importNode(page.querySelector("#fresh > li"), true);
      row.replaceWith(fresh);
      counted(page);
      fresh.querySelector(".card-link").focus();
    }
  } catch {
    button.disabled = false;
  }
  live.sending -= 1;
}

function counted(page) {
  const answer = page.getElementById("answer");
  replace("counts", page);
  document.querySelector("#cards-title small").textContent = answer.dataset.all;
  document.getElementById("live").dataset.seen = answer.dataset.seen;
}

function replace(id, page) {
  const [now, next] = [document.getElementById(id), page.getElementById(id)];
  if (now && next) now.replaceWith(document.importNode(next, true));
}

// Another desk: what it entered comes in by itself.

async function look() {
  clearTimeout(live.timer);
  const now = document.getElementById("live");
  if (!live.sending && !now.contains(document.activeElement)) {
    try {
      const address = new URL(now.dataset.live, location.href);
      address.search = location.search;
      address.searchParams.set("seen", now.dataset.seen);
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
      if (answer.redirected || answer.status === 404) return location.reload();
      if (answer.status === 200 && !live.sending && !now.contains(document.activeElement)) {
        const page = parsed(await answer.text());
        const [sought, open] = [document.getElementById("find").value, now.querySelector("details")?.open];
        replace("live", page);
        propose(Number(document.getElementById("live").dataset.next));
        document.getElementById("find").value = sought;
        if (open) document.querySelector("#live details")?.setAttribute("open", "");
        find();
      }
    } catch {
      // No signal: the next look finds out.
    }
  }
  live.timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

const plain = (text) =>
  text.toLowerCase().replace(/[äöüß]/g, (one) => LETTERS[one]).normalize("NFD").replace(/\p{M}/gu, "");

function find() {
  const words = plain(document.getElementById("find").value).split(/[\s.,-]+/).filter(Boolean);
  for (const row of document.querySelectorAll("#cards > li")) {
    const parts = (row.dataset.words ?? "").split(" ");
    row.hidden = !words.every((word) => parts.some((part) => part.startsWith(word)));
  }
}

// Who is only announced has not paid at this desk, unless one says so.
document.addEventListener("change", (event) => {
  if (event.target.name !== "announced") return;
  const { paid } = event.target.form.elements;
  if (!paid || paid.value === "free") return;
  paid.value = event.target.checked ? "open" : "paid";
});

document.addEventListener("input", (event) => {
  if (event.target.id === "find") return find();
  if (event.target.name !== "name") return;
  // A name from the list brings its place along, unless one was typed.
  const place = event.target.closest(".for-person")?.querySelector("[name=place]");
  if (!place || (place.value && place.dataset.brought !== place.value)) return;
  const option = [...document.getElementById("known-names").options].find((one) => one.value === event.target.value);
  place.value = place.dataset.brought = option?.dataset.place ?? "";
});

document.addEventListener("visibilitychange", () => document.hidden || look());
live.timer = setTimeout(look, EVERY);
