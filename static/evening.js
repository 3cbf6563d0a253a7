// The tables of an evening, live: every few seconds what changed, seldom in a hidden tab, at once after coming back.

const EVERY = 4000;
const EVERY_HIDDEN = 30000;
const PATIENCE = 10000;
let timer;
let looking = false;

async function look() {
  clearTimeout(timer);
  const tables = document.getElementById("tables");
  if (!tables || looking) return;
  looking = true;
  try {
    const address = `${tables.dataset.live}?seen=${tables.dataset.seen}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || answer.status === 404) location.reload();
    else if (answer.status === 200) show(await answer.text());
  } catch {
    // No signal: the next look finds out.
  }
  looking = false;
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const turn = (place) => place.getElementById("tables")?.dataset.turn;
  // Settled or opened again meanwhile: that is another page.
  if (turn(fresh) !== turn(document)) return location.reload();
  for (const id of ["tables", "there"]) {
    const [now, next] = [document.getElementById(id), fresh.getElementById(id)];
    // Who is just tapping keeps the names where they are.
    if (!now || !next || now.classList.contains("htmx-request")) continue;
    const held = now.contains(document.activeElement) ? document.activeElement.value : null;
    const open = [...now.querySelectorAll("details")].map((one) => one.open);
    now.replaceWith(next);
    [...next.querySelectorAll("details")].forEach((one, index) => (one.open = open[index] ?? one.open));
    if (held) next.querySelector(`button[value="${CSS.escape(held)}"]`)?.focus();
    globalThis.htmx?.process(next);
  }
}

document.addEventListener("visibilitychange", () => document.hidden || look());
timer = setTimeout(look, EVERY);
