// Blattla: who declared, which game with its suit, the partner, the card points on a pad of its own.

const CARD_POINTS = 120;
const checked = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
const inWords = (template, values) => template.replace(/%\((\w+)\)s/g, (_whole, name) => values[name]);
const figuresIn = (form) => [form.elements.points, form.elements.opp_points];

function offer(form, data) {
  const sitter = data.five ? checked(form, "sits_out") || form.elements.rotation.value : "";
  offerSeats(form, "declarer", [sitter]);
  offerSeats(form, "partner", [sitter, checked(form, "declarer")]);
  if (data.five) showTurn(form, data, Number(sitter));
  offerFigures(form);
  const said = form.querySelector(".preview");
  const text = inShort(form, data);
  if (said.textContent !== text) said.textContent = text;
}

function offerSeats(form, name, none) {
  for (const one of form.querySelectorAll(`[name="${name}"]`)) {
    const can = !none.includes(one.value);
    one.closest("label").hidden = !can;
    one.checked &&= can;
  }
}

function showTurn(form, data, dealer) {
  turnOf(data, dealer).forEach((name, place) => (form.querySelectorAll("#turn b")[place].textContent = name));
}

const turnOf = (data, dealer) => [data.names[dealer], data.names[(dealer + 1) % data.names.length]];

// --- card points ------------------------------------------------------------------------------------------------------

// The pad takes the place of the phone's own keyboard, which would cover the form.
function offerFigures(form) {
  const [own, others] = figuresIn(form);
  form.querySelector(".pad").hidden = false;
  if (own.value === "" && others.value === "" && !checked(form, "pick")) activate(own);
  if (!form.querySelector(".count .active")) activate(others.value && !own.value ? others : own);
  for (const [one, other] of [[own, others], [others, own]]) {
    one.inputMode = "none";
    one.placeholder = /^\d+$/.test(other.value) && other.value <= CARD_POINTS ? CARD_POINTS - other.value : "";
  }
  const schwarz = form.querySelector(".schwarz");
  schwarz.hidden = ![0, CARD_POINTS].includes(pointsOf(own.value, others.value));
  if (schwarz.hidden) form.elements.schwarz.checked = false;
}

function activate(figure) {
  for (const one of figuresIn(figure.form)) one.closest("label").classList.toggle("active", one === figure);
}

function press(event) {
  const key = event.target.closest(".pad [data-key]")?.dataset.key;
  const figure = event.target.closest("#entry")?.querySelector(".count .active input");
  if (!key || !figure) return;
  if (key === "back") figure.value = figure.value.slice(0, -1);
  else if (key.length > 1) figure.value = key;
  else if (figure.value.length < figure.maxLength) figure.value += key;
  figure.dispatchEvent(new Event("input", { bubbles: true }));
}

// Only one side is counted; what stands in the other field follows from it.
function onlyOne({ target }) {
  if (!target.matches?.(".blattla .count input:not([type=checkbox])")) return;
  activate(target);
  if (target.value) for (const one of figuresIn(target.form)) if (one !== target) one.value = "";
}

document.addEventListener("click", press);
document.addEventListener("focusin", (event) => event.target.matches?.(".blattla .count input:not([type=checkbox])") && activate(event.target));
// Before sheet.js hears of it.
document.addEventListener("input", onlyOne, { capture: true });

const number = (text) => (/^\s*\d+\s*$/.test(text ?? "") ? Number(text) : null);

// Of the declarer's side; null where nothing, nonsense, or two figures that contradict each other stand there.
function pointsOf(own, others) {
  const [mine, theirs] = [own, others].map((text) => (text ?? "").trim());
  if (theirs === "") return number(mine);
  const left = number(theirs) === null ? null : CARD_POINTS - number(theirs);
  return mine === "" || number(mine) === left ? left : null;
}

// --- what it counts ---------------------------------------------------------------------------------------------------

// A hand looked up in the engine's tables; null while something is missing or cannot be.
function lookUp(hand, data) {
  const game = data.games[hand.pick];
  const sitter = data.five ? hand.sits_out || hand.rotation : "";
  const seats = game?.kind === "sauspiel" ? [hand.declarer, hand.partner] : [hand.declarer];
  if (!game || seats.some((seat) => !seat || seat === sitter) || seats[0] === seats[1]) return null;
  const values = game.values[hand.doubling || 0];
  const tout = game.kind === "solo_tout";
  const points = tout ? null : pointsOf(hand.points, hand.opp_points);
  const outcome = tout ? { 1: "w", 0: "l" }[hand.made] : data.outcomes[hand.doubling || 0]?.[points];
  if (!values || !outcome || outcome === "-") return null;
  const schwarz = !tout && Boolean(hand.schwarz);
  if (schwarz && ![0, CARD_POINTS].includes(points)) return null;
  const won = outcome.toLowerCase() === "w";
  const grade = schwarz ? 2 : Number(outcome !== outcome.toLowerCase());
  return { game, points, won, grade, ...changesOf(seats.map(Number), won ? values[grade] : -values[grade], sitter, data) };
}

// Every defender pays or gets it once, the declarer's side shares it.
function changesOf(seats, cents, sitter, data) {
  const plays = (seat) => sitter === "" || seat !== Number(sitter);
  const defenders = data.names.flatMap((_name, seat) => (plays(seat) && !seats.includes(seat) ? [seat] : []));
  const share = (cents * defenders.length) / seats.length;
  const moved = data.names.map((_name, seat) => (seats.includes(seat) ? share : defenders.includes(seat) ? -cents : 0));
  return { seats, moved, own: share, other: -cents };
}

const amount = (cents, data) => `${Math.floor(Math.abs(cents) / 100)}${data.comma}${String(Math.abs(cents) % 100).padStart(2, "0")}`;
const figure = (cents, data) => `${cents < 0 ? "−" : cents ? "+" : ""}${amount(cents, data)}`;
const cents = (text) => Number(text.replace("−", "-").replace(/[^\d-]/g, ""));

const namesOf = (seats, data) =>
  seats.length === 2 ? inWords(data.pair, { first: data.names[seats[0]], last: data.names[seats[1]] }) : data.names[seats[0]];

// Short enough for the room it has, so that nothing moves under the thumb while the figures are typed.
function inShort(form, data) {
  const hand = Object.fromEntries(new FormData(form));
  const game = data.games[hand.pick];
  if (!game) return "";
  const partner = game.kind === "sauspiel" && hand.partner ? [hand.partner] : [];
  if (!hand.declarer) return `${game.name} – ${data.whoDeclared}`;
  const who = namesOf([hand.declarer, ...partner], data);
  const played = lookUp(hand, data);
  if (!played) return `${game.name}, ${who}`;
  const { won, grade, seats, own, other } = played;
  const worth = seats.length > 1 ? inWords(data.each, { amount: figure(own, data) }) : `${figure(own, data)} (3 × ${amount(Math.abs(other), data)})`;
  return `${game.name}, ${who}: ${data[won ? "won" : "lost"][grade]}, ${worth}`;
}

function pencil(body, data, shown) {
  const hand = Object.fromEntries(body);
  const dealer = Number((data.five && hand.sits_out) || hand.rotation);
  const rotation = (dealer + 1) % data.names.length;
  const next = { turn: turnOf(data, rotation), rotation };
  if (hand.passed) return { figures: shown, scored: shown.map(() => false), said: data.passed, ...next };
  const played = lookUp(hand, data);
  if (!played) return null;
  const factor = hand.doubling > 0 ? ` ×${2 ** hand.doubling}` : "";
  const points = played.points === null ? "" : ` · ${played.points}`;
  return {
    figures: shown.map((text, seat) => figure(cents(text) + played.moved[seat], data)),
    scored: played.moved.map(Boolean),
    said: `${played.game.name} ${namesOf(played.seats, data)}${points}${factor} ${played.won ? "✓" : "✗"}`,
    ...next,
  };
}

globalThis.game = { offer, pencil };
