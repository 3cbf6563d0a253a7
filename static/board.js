// Boards, live: while newer results wait every two seconds, else seldom, in a hidden tab more seldom, and at once after
// coming back. 204 says that nothing has changed. Without it a link loads the page again.

const WAITS = 2000;
const RESTS = 20000;
const HIDDEN = 60000;
const PATIENCE = 10000;
let timer;
let looking = false;

const boards = () => [...document.querySelectorAll(".stored[data-live]")];

async function look() {
  clearTimeout(timer);
  if (looking) return;
  looking = true;
  for (const now of boards()) await renew(now);
  looking = false;
  wait();
}

async function renew(now) {
  const address = new URL(now.dataset.live, location.href);
  address.searchParams.set("seen", now.dataset.seen);
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || answer.status === 404) return location.reload();
    if (answer.status === 200) show(now, await answer.text());
  } catch {
    // No signal: the next look finds out.
  }
}

function show(now, text) {
  const next = new DOMParser().parseFromString(text, "text/html").getElementById(now.id);
  if (!next) return;
  for (const one of next.querySelectorAll("noscript")) one.remove();
  const open = new Set([...now.querySelectorAll("details[open]")].map((one) => one.id));
  const sideways = [...now.querySelectorAll(".sideways")].map((one) => one.scrollLeft);
  const held = now.contains(document.activeElement) ? document.activeElement : null;
  now.replaceWith(next);
  for (const one of next.querySelectorAll("details[id]")) one.open ||= open.has(one.id);
  [...next.querySelectorAll(".sideways")].forEach((one, index) => (one.scrollLeft = sideways[index] ?? 0));
  const same = held?.id ? document.getElementById(held.id) : [...next.querySelectorAll("a[href]")].find((one) => one.href === held?.href);
  same?.focus({ preventScroll: true });
}

function wait() {
  const found = boards();
  if (!found.length) return;
  const often = found.some((one) => "waits" in one.dataset) ? WAITS : RESTS;
  timer = setTimeout(look, document.hidden ? HIDDEN : often);
}

document.addEventListener("visibilitychange", () => document.hidden || look());
wait();
