// A new sheet: a tap on a known name seats it on the next free chair.

const known = document.querySelector(".known");
const players = [...document.querySelectorAll('[name="player"]')];

function mark() {
  const seated = new Set(players.map((one) => one.value.trim()));
  for (const chip of known.querySelectorAll("[data-name]")) chip.disabled = seated.has(chip.dataset.name);
}

if (known) {
  known.hidden = false;
  known.addEventListener("click", (event) => {
    const name = event.target.dataset.name;
    const free = players.find((one) => !one.value.trim());
    if (!name || !free) return;
    free.value = name;
    mark();
  });
  document.addEventListener("input", mark);
  mark();
}
