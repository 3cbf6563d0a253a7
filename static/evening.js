// The tables of an evening, live: every few seconds what changed, seldom in a hidden tab, at once after coming back.
// And who is there: a tapped name is marked at once and sent, however quickly the next one is tapped.

const EVERY = 4000;
const EVERY_HIDDEN = 30000;
const PATIENCE = 10000;
const DOUBLE_TAP = 900;
let timer;
let looking = false;
let again = false;
let taps = 0;
let waiting = 0;
const turns = new Map();

async function look() {
  clearTimeout(timer);
  const tables = document.getElementById("tables");
  if (!tables) return;
  if (looking) return void (again = true);
  looking = true;
  const before = taps;
  try {
    const address = `${tables.dataset.live}?seen=${tables.dataset.seen}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || answer.status === 404) location.reload();
    else if (answer.status === 200) show(await answer.text(), before !== taps);
  } catch {
    // No signal: the next look finds out.
  }
  looking = false;
  if (again) return void ((again = false), look());
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

function show(text, tapped) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const seq = (place) => place.getElementById("tables")?.dataset.turn;
  // Settled or opened again meanwhile: that is another page.
  if (seq(fresh) !== seq(document)) return location.reload();
  // Who is just tapping keeps the page as it is; the look after the last tap brings all of it.
  if (tapped || waiting) return;
  put("tables", fresh);
  put("there", fresh);
}

function put(id, fresh) {
  const [now, next] = [document.getElementById(id), fresh.getElementById(id)];
  if (!now || !next) return;
  const held = now.contains(document.activeElement) ? document.activeElement.value : null;
  const open = [...now.querySelectorAll("details")].map((one) => one.open);
  now.replaceWith(next);
  [...next.querySelectorAll("details")].forEach((one, index) => (one.open = open[index] ?? one.open));
  if (held) next.querySelector(`button[value="${CSS.escape(held)}"]`)?.focus();
}

document.addEventListener("submit", (event) => {
  const [form, chip] = [event.target, event.submitter];
  if (form.id !== "there" || !chip) return;
  event.preventDefault();
  if (event.timeStamp - (chip.dataset.at ?? -DOUBLE_TAP) < DOUBLE_TAP) return;
  const body = new FormData(form);
  body.append(chip.name, chip.value);
  mark(chip, event.timeStamp);
  taps += 1;
  waiting += 1;
  // One after the other only for one person: the page may be left at any moment, and all of them have to be on their way.
  turns.set(chip.value, (turns.get(chip.value) ?? Promise.resolve()).then(() => send(form.action, body, chip)));
});

function mark(chip, at) {
  const there = chip.name === "on";
  chip.dataset.at = at;
  chip.name = there ? "off" : "on";
  chip.setAttribute("aria-pressed", String(there));
}

async function send(address, body, chip) {
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(address, { method: "POST", body, headers, keepalive: true, signal: patience });
    if (answer.redirected || ![200, 422].includes(answer.status)) return location.reload();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    waiting -= 1;
    if (answer.status === 422) put("there", fresh);
    else if (!waiting) look();
  } catch {
    // No signal: the name is as it was, and may be tapped again.
    waiting -= 1;
    mark(chip, -DOUBLE_TAP);
  }
}

document.addEventListener("visibilitychange", () => document.hidden || look());
timer = setTimeout(look, EVERY);
