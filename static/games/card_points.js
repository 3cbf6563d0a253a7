// Card points of games with a declarer: `points` of his side, or `opp_points` of the others, and a pad to tap them on.

const { number } = globalThis.shared;

const figuresIn = (form) => [form.elements.points, form.elements.opp_points];

// Of the declarer's side; null where nothing, nonsense, or two figures that contradict each other stand there.
function pointsOf(hand, pack) {
  const [own, others] = [hand.points, hand.opp_points].map((text) => (text ?? "").trim());
  if (others === "") return number(own);
  const left = number(others) === null ? null : pack - number(others);
  return own === "" || number(own) === left ? left : null;
}

// The pad takes the place of the phone's own keyboard, which would cover the form; `fresh`: nothing is chosen yet.
function offerPad(form, pack, fresh) {
  const [own, others] = figuresIn(form);
  for (const part of form.querySelectorAll(".pad, [data-key]")) part.hidden = false;
  if (fresh || !form.querySelector(".count .active")) activate(others.value && !own.value ? others : own);
  for (const [one, other] of [[own, others], [others, own]]) {
    const rest = pack - number(other.value);
    one.inputMode = "none";
    one.placeholder = number(other.value) !== null && rest >= 0 ? rest : "";
  }
}

function activate(figure) {
  for (const one of figuresIn(figure.form)) one.closest("label").classList.toggle("active", one === figure);
}

function press({ target }) {
  const key = target.closest(".pad [data-key]")?.dataset.key;
  const figure = key && target.closest("form").querySelector(".count .active input");
  if (!figure) return;
  const figures = figure.value === "0" ? "" : figure.value;
  if (key === "back") figure.value = figure.value.slice(0, -1);
  else if (key.length > 1) figure.value = key;
  else if (figures.length < figure.maxLength) figure.value = figures + key;
  figure.dispatchEvent(new Event("input", { bubbles: true }));
}

const isFigure = (target) => target.matches?.(".count input:not([type=checkbox])");

// Only one side is counted; what stands in the other field follows from it.
function onlyOne({ target }) {
  if (!isFigure(target)) return;
  activate(target);
  if (target.value) for (const one of figuresIn(target.form)) if (one !== target) one.value = "";
}

document.addEventListener("click", press);
document.addEventListener("focusin", ({ target }) => isFigure(target) && activate(target));
// Before sheet.js hears of it.
document.addEventListener("input", onlyOne, { capture: true });

globalThis.cardPoints = { figuresIn, offerPad, pointsOf };
