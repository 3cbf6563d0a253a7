// What a director signs is said as soon as it is chosen, before it is played, where the choice is made. Without this the
// list below the contracts is enough.

const CHOSEN = "#entry input:checked:is([name=pick], [name=contract], [name=bid])";

function show() {
  const chosen = [...document.querySelectorAll(CHOSEN)].map((one) => one.value);
  const panel = document.querySelector("#entry .panel");
  for (const said of document.querySelectorAll("[data-signs]")) {
    const key = said.dataset.signs;
    said.hidden = !chosen.some((value) => value === key || value.startsWith(`${key}-`));
    if (!said.hidden && panel && said.parentElement !== panel) panel.prepend(said);
  }
}
document.addEventListener("change", show);
document.addEventListener("reset", () => setTimeout(show));
document.addEventListener("htmx:afterSettle", show);
show();
