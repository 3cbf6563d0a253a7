// Blattla: who declared, which game with its suit, the partner, the card points on a pad of its own.

const CARD_POINTS = 120;
const { balance, checked, coins, inWords, show, together } = globalThis.shared;
const { figuresIn, offerPad, pointsOf } = globalThis.cardPoints;

function offer(form, data) {
  const sitter = data.five ? checked(form, "sits_out") || form.elements.rotation.value : "";
  show(form, "declarer", (seat) => seat !== sitter);
  show(form, "partner", (seat) => seat !== sitter && seat !== checked(form, "declarer"));
  if (data.five) showTurn(form, data, Number(sitter));
  offerPad(form, CARD_POINTS, !checked(form, "pick"));
  offerSchwarz(form);
  const said = form.querySelector(".preview");
  const text = inShort(form, data);
  if (said.textContent !== text) said.textContent = text;
}

function showTurn(form, data, dealer) {
  turnOf(data, dealer).forEach((name, place) => (form.querySelectorAll("#turn b")[place].textContent = name));
}

const turnOf = (data, dealer) => [data.names[dealer], data.names[(dealer + 1) % data.names.length]];

function offerSchwarz(form) {
  const [points, opp_points] = figuresIn(form).map((one) => one.value);
  const schwarz = form.querySelector(".schwarz");
  schwarz.hidden = ![0, CARD_POINTS].includes(pointsOf({ points, opp_points }, CARD_POINTS));
  if (schwarz.hidden) form.elements.schwarz.checked = false;
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
  const points = tout ? null : pointsOf(hand, CARD_POINTS);
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

const cents = (text) => Number(text.replace("−", "-").replace(/[^\d-]/g, ""));

const namesOf = (seats, data) => together(seats.map((seat) => data.names[seat]), data.pair);

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
  const worth = seats.length > 1 ? inWords(data.each, { amount: balance(own, data.comma) }) : `${balance(own, data.comma)} (3 × ${coins(Math.abs(other), data.comma)})`;
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
    figures: shown.map((text, seat) => balance(cents(text) + played.moved[seat], data.comma)),
    scored: played.moved.map(Boolean),
    said: `${played.game.name} ${namesOf(played.seats, data)}${points}${factor} ${played.won ? "✓" : "✗"}`,
    ...next,
  };
}

globalThis.game = { offer, pencil };
