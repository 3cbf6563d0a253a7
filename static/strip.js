// The strip of a table on a phone: looks whether the clock was set or the director comes, and says that the table is there.
// Without it the strip stands as it was when the page was loaded, and the button still calls.

const EVERY = 15000;
const EVERY_CALLED = 5000;
const EVERY_HIDDEN = 60000;
const PATIENCE = 10000;
const HEADERS = { "HX-Request": "true" };
let timer;

const strip = () => document.getElementById("strip");

async function look() {
  clearTimeout(timer);
  const now = strip();
  if (!now) return;
  try {
    const address = `${now.dataset.strip}?seen=${encodeURIComponent(now.dataset.seen)}`;
    const answer = await fetch(address, { headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 200 && strip() === now) put(await answer.text());
  } catch {
    // No signal: the next look finds out.
  }
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : "called" in (strip()?.dataset ?? {}) ? EVERY_CALLED : EVERY);
}

function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("strip");
  const held = strip().contains(document.activeElement);
  if (!fresh) return;
  strip().replaceWith(fresh);
  if (held) (fresh.querySelector("button") ?? fresh).focus();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.closest("#strip")) return;
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
    if (![200, 422].includes(answer.status)) return location.reload();
    put(await answer.text());
    clearTimeout(timer);
    timer = setTimeout(look, EVERY_CALLED);
  } catch {
    // The same request again is the same call.
    button.disabled = false;
  }
});

document.addEventListener("visibilitychange", () => document.hidden || look());
if (strip()) timer = setTimeout(look, 1000);
