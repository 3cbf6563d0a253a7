// A draft of a round: two taps on names are a swap, whose consequences are fetched and named before it counts.
// Without this script every tap is a link that leads to the same.

const PATIENCE = 10000;
const panel = document.getElementById("swap");
let asked = 0;

function field(name) {
  return panel.querySelector(`input[name="${name}"]:not([type="hidden"])`);
}

function mark() {
  const chosen = [field("first").value, field("second").value];
  for (const seat of document.querySelectorAll(".seat[data-number]")) {
    if (chosen.includes(seat.dataset.number)) seat.setAttribute("aria-current", "true");
    else seat.removeAttribute("aria-current");
  }
  panel.classList.toggle("is-on", chosen.some(Boolean));
}

async function look(first, second) {
  const mine = (asked += 1);
  const address = `${panel.dataset.live}?${new URLSearchParams({ first, second })}`;
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    if (mine !== asked) return;
    if (!answer.ok || answer.redirected) return location.reload();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    panel.replaceChildren(...fresh.body.childNodes);
    mark();
    if (second) panel.querySelector(".consequences button, .problem")?.focus();
  } catch {
    // No signal: the page itself is asked, and says so.
    location.assign(`?${new URLSearchParams({ first, second })}#swap`);
  }
}

document.addEventListener("click", (event) => {
  const seat = event.target.closest?.(".seat[data-number]");
  if (!seat || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const number = seat.dataset.number;
  const first = field("second").value ? "" : field("first").value;
  if (first === number) look("", "");
  else look(first || number, first ? number : "");
});

panel.addEventListener("submit", (event) => {
  if (!event.target.classList.contains("swap-form")) return;
  event.preventDefault();
  look(field("first").value, field("second").value);
});
