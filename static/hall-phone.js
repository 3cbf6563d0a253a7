// Everybody's phone: where one sits comes by itself, and once more than quietly when a new round is drawn.

const EVERY = 5000;
const JITTER = 1000;
const EVERY_HIDDEN = 20000;
const PATIENCE = 10000;
let timer;
let looking = false;

const part = () => document.getElementById("hall");

async function look() {
  clearTimeout(timer);
  const now = part();
  if (!now || looking) return;
  looking = true;
  try {
    const address = new URL(location.href);
    address.hash = "";
    address.searchParams.set("seen", now.dataset.seen);
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || answer.status === 404) return location.reload();
    if (answer.status === 204 && answer.headers.has("X-Seen")) now.dataset.seen = answer.headers.get("X-Seen");
    if (answer.status === 200) show(now, await answer.text());
  } catch {
    // No signal: the next look finds out.
  }
  looking = false;
  // Hundreds of phones, and not all of them at the same moment.
  timer = setTimeout(look, (document.hidden ? EVERY_HIDDEN : EVERY) + Math.random() * JITTER);
}

function show(now, text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("hall");
  if (!fresh) return;
  const drawn = Number(fresh.dataset.round) > Number(now.dataset.round);
  const held = now.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  now.replaceWith(fresh);
  if (held) fresh.querySelector(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  rests();
  if (drawn) newRound(fresh);
}

function newRound(fresh) {
  const mine = fresh.querySelector(".my-table");
  if (!mine) return;
  mine.classList.add("is-new");
  mine.setAttribute("role", "status");
  mine.scrollIntoView({ block: "center" });
  navigator.vibrate?.([200, 100, 200]);
}

// A phone's own clock may be wrong: the server's is what counts.
const behind = Number(document.getElementById("main").dataset.serverTime) * 1000 - Date.now();

function rests() {
  for (const one of document.querySelectorAll("[data-ends]")) {
    one.dataset.left = Math.round(Number(one.dataset.ends) - (Date.now() + behind) / 1000);
  }
}

document.addEventListener("visibilitychange", () => document.hidden || look());
rests();
if (part()) timer = setTimeout(look, EVERY + Math.random() * JITTER);
