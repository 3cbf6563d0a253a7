// Bauerntarock: who played, and the card points on a pad; what it counts is looked up in values from the engine.

const { checked, inWords, show, together } = globalThis.shared;
const { cardPoints } = globalThis;
const signed = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}`;
const total = (points) => signed(points).replace("+", "");

function offer(form, data) {
  const sitter = data.withSitter ? checked(form, "sits_out") || form.elements.rotation.value : "";
  show(form, "declarer", (seat) => seat !== sitter);
  const noTrick = form.elements.gmotschd.checked;
  show(form, "spatz", (spatz) => !noTrick || !data.takesTrick.includes(spatz));
  if (!checked(form, "spatz")) form.querySelector('[name="spatz"]').checked = true;
  cardPoints.offerPad(form, data.pack, !checked(form, "declarer"));
  const said = form.querySelector(".preview");
  const text = inSentence(Object.fromEntries(new FormData(form)), data);
  if (said.textContent !== text) said.textContent = text;
}

// --- card points ------------------------------------------------------------------------------------------------------

// Without a trick nothing is counted.
function countedOrNoTrick({ target }) {
  const form = target.closest?.(".bauerntarock");
  if (!form) return;
  if (target.name === "gmotschd" && target.checked) for (const one of cardPoints.figuresIn(form)) one.value = "";
  if (cardPoints.figuresIn(form).includes(target) && target.value) form.elements.gmotschd.checked = false;
}

// The whole form in sight, or at least the pad and what is below it.
function opened({ target }) {
  if (!target.matches?.('.sheet .bauerntarock [name="declarer"]')) return;
  for (const one of [target.form, target.form.querySelector(".panel .buttons")]) one.scrollIntoView({ block: "nearest" });
}

document.addEventListener("change", opened);
// Before sheet.js hears of it.
document.addEventListener("input", countedOrNoTrick, { capture: true });

// Gmotschd says it without a figure.
function pointsOf(hand, data) {
  const untold = !`${hand.points ?? ""}${hand.opp_points ?? ""}`.trim();
  return untold && hand.gmotschd ? 0 : cardPoints.pointsOf(hand, data.pack);
}

// --- what it counts ---------------------------------------------------------------------------------------------------

// null while something is missing or cannot be.
function scoreOf(hand, data) {
  const sitter = data.withSitter ? hand.sits_out || hand.rotation : "";
  const points = pointsOf(hand, data);
  const factor = data.factors[hand.bid]?.[hand.doubling || 0];
  const spatz = data.spatz[hand.spatz || "none"];
  if (!hand.declarer || hand.declarer === sitter || points === null || factor === undefined || spatz === undefined) return null;
  if (points < 0 || points > data.pack || points === 1 || points === data.pack - 1 || (hand.gmotschd && points)) return null;
  return { points, score: (points + spatz - data.half) * factor };
}

function inSentence(hand, data) {
  const played = scoreOf(hand, data);
  if (!played) return "";
  const half = played.points === data.half && (hand.spatz || "none") === "none";
  const counted = hand.gmotschd ? data.gmotschd : half ? data.halfPoints : inWords(data.points, played);
  const sumpern = hand.bid === "sumpern" ? data.sumpern : "";
  const how = [counted, data.spatzSaid[hand.spatz || "none"], sumpern, data.doubled[hand.doubling || 0]].filter(Boolean);
  return inWords(data.template, { how: how.join(", "), score: signed(played.score), declarer: data.names[hand.declarer] });
}

// --- without signal ---------------------------------------------------------------------------------------------------

function pencil(body, data, shown) {
  const hand = Object.fromEntries(body);
  const dealer = Number((data.withSitter && hand.sits_out) || hand.rotation); // whoever sits out has dealt
  if (hand.redeal) return { figures: shown, scored: shown.map(() => false), said: data.redealt, turn: [data.names[dealer]], rotation: dealer };
  const played = scoreOf(hand, data);
  if (!played) return null;
  const declarer = Number(hand.declarer);
  const totals = shown.map((text, seat) => Number(text.replace("−", "-")) + (seat === declarer ? played.score : 0));
  const next = (dealer + 1) % data.names.length;
  const { finished, left, ...seen } = afterDeal(totals, data);
  const factor = data.factors[hand.bid][hand.doubling || 0];
  return {
    figures: totals.map(total),
    scored: totals.map((_total, seat) => seat === declarer && played.score !== 0),
    said: `${data.bids[hand.bid]} ${data.names[declarer]} · ${hand.gmotschd ? data.gmotschd : played.points}${factor > 1 ? ` ×${factor}` : ""}`,
    turn: [data.names[next]],
    rotation: next,
    stuck: finished,
    facts: [left === null ? data.threshold : data.left[left], leading(totals, data)],
    data: { ...data, ...seen },
  };
}

// When the target counts as reached, when the round is full, and how many deals are left.
function afterDeal(totals, data) {
  const seats = totals.length;
  const deals = data.deals + 1;
  const highest = Math.max(...totals);
  const roundOver = deals % seats === 0;
  const reached = data.reached || ((data.everyHand || roundOver) && highest >= data.threshold);
  const tie = data.tiesGoOn && totals.filter((one) => one === highest).length > 1;
  const finished = reached && (data.atOnce || (roundOver && !tie));
  return { deals, reached, finished, left: finished ? 0 : reached ? seats - (deals % seats) : null };
}

function leading(totals, data) {
  const highest = Math.max(...totals);
  if (highest === Math.min(...totals)) return data.level;
  const names = data.names.filter((_name, seat) => totals[seat] === highest);
  return together(names, data.pair);
}

globalThis.game = { offer, pencil };
