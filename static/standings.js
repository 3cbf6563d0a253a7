// The standings, live: every few seconds what changed (304 if nothing did), seldom in a hidden tab.

const EVERY = 5000;
const EVERY_HIDDEN = 60000;
const PATIENCE = 10000;
let timer;
let looking = false;

async function look() {
  clearTimeout(timer);
  const now = document.getElementById("standings");
  if (!now || looking) return;
  looking = true;
  try {
    const headers = { "HX-Request": "true", "If-None-Match": now.dataset.mark };
    const answer = await fetch(location.href, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || answer.status === 404) location.reload();
    else if (answer.status === 200) show(now, await answer.text());
  } catch {
    // No signal: the next look finds out.
  }
  looking = false;
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

function show(now, text) {
  const next = new DOMParser().parseFromString(text, "text/html").getElementById("standings");
  if (!next) return;
  const sideways = [...now.querySelectorAll(".sideways")].map((one) => one.scrollLeft);
  now.replaceWith(next);
  [...next.querySelectorAll(".sideways")].forEach((one, index) => (one.scrollLeft = sideways[index] ?? 0));
}

document.addEventListener("visibilitychange", () => document.hidden || look());
timer = setTimeout(look, EVERY);
