// Kratzen: what was cut, who strikes, and a tap on a name for every trick. What everybody pays and gets stands there
// before it is saved; a hand that could not be sent is counted by the same function.

// Buttons take the place of the fields that a phone without scripts fills in.
document.documentElement.classList.add("scripted");

const { balance, coins, inWords } = globalThis.shared;
const sum = (amounts) => amounts.reduce((all, one) => all + one, 0);

// --- what a hand does -------------------------------------------------------------------------------------------------

// From the fields of a form, or of a request that could not be sent.
function handOf(fields, data) {
  const seats = data.names.map((_name, seat) => seat);
  const tricks = seats.map((seat) => Number(fields.get(`tricks-${seat}`) ?? 0));
  const striker = fields.get("striker") ? Number(fields.get("striker")) : null;
  const seven = fields.get("trump_seven") === "1";
  return {
    cuts: (fields.get("cuts") ?? "").split(/\s+/).filter((cut) => Object.hasOwn(data.cuts, cut)),
    seven,
    deal: data.muss ? "muss" : seven ? "seven_muss" : "normal",
    thrownIn: fields.get("thrown_in") === "1",
    alone: fields.get("alone") === "1",
    contract: fields.get("contract"),
    striker,
    tricks,
    active: seats.filter((seat) => seat === striker || tricks[seat] > 0 || fields.get(`active-${seat}`)),
  };
}

function opening(cuts, data) {
  const seats = data.names.length;
  const at = (seat) => (seat + seats) % seats;
  const paid = data.names.map(() => (data.muss ? data.ante : 0));
  let { dealer } = data;
  paid[dealer] += data.ante;
  for (const cut of cuts) {
    for (const offset of data.cuts[cut].payers) paid[at(dealer + offset)] += data.ante;
    dealer = at(dealer + data.cuts[cut].moves);
  }
  return { paid, dealer, pot: data.pot + sum(paid) };
}

// What is still to be tapped, as a sentence; empty where the hand is complete.
function missing(hand, data) {
  const toGo = data.tricks - sum(hand.tricks);
  if (hand.thrownIn) return "";
  if (hand.deal === "normal" && hand.striker === null) return data.words.striker;
  if (hand.alone && hand.deal === "normal") return toGo === data.tricks ? "" : data.words.along;
  if (toGo) return data.words.toGo[Math.max(0, toGo)];
  return hand.deal === "normal" && hand.active.length < 2 ? data.words.along : "";
}

// Everything in cents, seat by seat; null where the hand is not complete or cannot stand.
function count(hand, data) {
  const opened = opening(hand.cuts, data);
  const normal = hand.deal === "normal";
  if (missing(hand, data) || opened.pot > data.largestPot || (hand.thrownIn && !normal)) return null;
  const seats = opened.paid.map((paid) => ({ paid, share: 0, rest: 0, taken: 0, penalty: 0 }));
  const played = !hand.thrownIn && !(normal && hand.alone);
  const striker = normal ? hand.striker : opened.dealer;
  let muss = false;
  if (played) {
    fail(seats, hand, striker, opened.pot, data);
    if (normal || data.mussPays) share(seats, hand, striker, opened.pot, data);
    muss = normal && seats.every((one) => !one.penalty);
  } else if (!hand.thrownIn && !data.allDropVoid) {
    seats[striker].taken = opened.pot;
    muss = true;
  }
  const changes = seats.map((one) => one.share + one.rest + one.taken - one.paid - one.penalty);
  return { opened, seats, striker, played, muss, changes, pot: data.pot - sum(changes) };
}

function fail(seats, hand, striker, pot, data) {
  const base = data.limit ? Math.min(pot, data.limit) : pot;
  const sevenMuss = hand.deal === "seven_muss";
  const needed = sevenMuss || (hand.seven && data.sevenLowers) ? 1 : 2;
  const active = hand.deal === "normal" ? hand.active : seats.keys();
  for (const seat of active) {
    if (seat === striker && hand.tricks[seat] < needed) seats[seat].penalty = sevenMuss && data.sevenSingle ? base : 2 * base;
    if (seat !== striker && !hand.tricks[seat]) seats[seat].penalty = base;
  }
}

function share(seats, hand, striker, pot, data) {
  const quarter = (pot - (pot % (data.tricks * data.coin))) / data.tricks;
  seats.forEach((one, seat) => {
    if (data.failedKeep || !one.penalty) one.share = quarter * hand.tricks[seat];
  });
  if (data.restToStriker) seats[striker].rest = pot - data.tricks * quarter;
}

// --- the form ---------------------------------------------------------------------------------------------------------

function offer(form, data) {
  const hand = handOf(new FormData(form), data);
  const tapped = sum(hand.tricks);
  const normal = hand.deal === "normal";
  const opened = opening(hand.cuts, data);
  const find = (what) => form.querySelector(what);
  find(".chain").hidden = !hand.cuts.length;
  find(".chain b").textContent = hand.cuts.map((cut) => data.cuts[cut].name).join(" → ");
  find(".seven").hidden = data.muss && !data.sevenLowers && !hand.seven;
  find("[name=thrown_in]").hidden = !normal || hand.active.length > 0;
  find(".striking").hidden = !normal;
  find("[name=alone]").hidden = !normal || hand.striker === null || hand.active.length > 1 || tapped > 0;
  find(".along").hidden = !normal || hand.striker === null;
  for (const one of form.querySelectorAll(".along input")) {
    const seat = Number(one.name.slice(7));
    one.closest("label").hidden = seat === hand.striker || hand.tricks[seat] > 0;
    one.checked &&= !one.closest("label").hidden;
  }
  offerTricks(form, hand.tricks, normal ? hand.striker : opened.dealer, tapped >= data.tricks);
  showFacts(form, hand, opened, data);
  tell(find(".preview"), hand, data);
  showPanel(find(".panel"), tapped >= data.tricks || !form.hasAttribute("hx-post") || find(".notice, .problem"));
}

// It comes up when the fourth trick is tapped, and leaves the tricks in sight.
function showPanel(panel, wanted) {
  const comes = panel.hidden && wanted;
  panel.hidden = !wanted;
  if (!comes) return;
  const covered = panel.parentElement.querySelector(".tricks").getBoundingClientRect().bottom - panel.getBoundingClientRect().top;
  if (covered > 0) scrollBy(0, covered + 8);
}

function offerTricks(form, tricks, striker, full) {
  for (const button of form.querySelectorAll("[data-trick]")) {
    const seat = Number(button.dataset.trick);
    button.querySelector("b").textContent = tricks[seat];
    button.querySelector("small").hidden = seat !== striker;
    button.classList.toggle("taken", tricks[seat] > 0);
    // Not `disabled`, which would take the keyboard's focus away.
    button.setAttribute("aria-disabled", full);
  }
  form.querySelector("[data-undo=trick]").setAttribute("aria-disabled", !sum(tricks));
}

// Above the form; where another phone has written meanwhile, they are of the hand after this one.
function showFacts(form, hand, opened, data) {
  const seen = document.getElementById("seen");
  if (form.hasAttribute("hx-post") && seen && Number(seen.dataset.seq) > Number(form.elements.after_seq.value)) return;
  const facts = factsOf(hand.deal, opened, data);
  document.querySelectorAll(".facts dd").forEach((fact, place) => (fact.textContent = facts[place]));
  if (form.hasAttribute("hx-post")) form.querySelector("#turn b").textContent = cutter(opened.dealer, data);
}

const factsOf = (deal, opened, data) => [data.words.deals[deal], coins(opened.pot, data.words.comma), data.names[opened.dealer]];
const cutter = (dealer, data) => data.names[(dealer + data.names.length - 1) % data.names.length];

// One line for everybody, or what is still missing.
function tell(output, hand, data) {
  const counted = count(hand, data);
  const lines = counted
    ? data.names.map((name, seat) => [name, inParts(counted, hand, seat, data).join(", "), coins(counted.changes[seat], data.words.comma)])
    : [[missing(hand, data)]];
  if (output.textContent === lines.flat().join("")) return;
  output.classList.toggle("complete", Boolean(counted));
  output.replaceChildren(
    ...lines.flat().map((text, place) => Object.assign(document.createElement(place % 3 === 1 ? "small" : "span"), { textContent: text })),
  );
}

function inParts(counted, hand, seat, data) {
  const { words } = data;
  const { paid, share: shared, rest, taken, penalty } = counted.seats[seat];
  const part = (template, cents) => (cents ? [inWords(template, { amount: coins(cents, data.words.comma) })] : []);
  const along = hand.deal !== "normal" || hand.active.includes(seat);
  const tricks = `${words.taken[hand.tricks[seat]]}${shared ? ` ${coins(shared, data.words.comma)}` : ""}`;
  return [
    ...part(words.ante, paid),
    ...(counted.played ? [along ? tricks : words.dropped] : []),
    ...part(words.rest, rest),
    ...part(words.pot, taken),
    ...part(words.penalty, penalty),
  ];
}

// --- taps -------------------------------------------------------------------------------------------------------------

// The seats in the order in which their tricks were tapped; of a form that came filled in, in the order of the seats.
function tapsOf(form) {
  const inputs = [...form.querySelectorAll("[name^=tricks-]")];
  const counts = inputs.map((one) => Number(one.value));
  const taps = (form.dataset.taps ?? "").split(" ").filter(Boolean).map(Number);
  const known = counts.every((count_, seat) => taps.filter((one) => one === seat).length === count_);
  return known ? taps : counts.flatMap((count_, seat) => Array(Math.max(0, count_) || 0).fill(seat));
}

function tap(event) {
  const button = event.target.closest("#entry.kratzen [type=button]");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const { form } = button;
  const { trick, cut, undo } = button.dataset;
  let field = form.elements.cuts;
  if (trick !== undefined || undo === "trick") {
    const taps = tapsOf(form);
    const seat = trick === undefined ? taps.at(-1) : Number(trick);
    form.dataset.taps = (trick === undefined ? taps.slice(0, -1) : [...taps, seat]).join(" ");
    field = form.elements[`tricks-${seat}`];
    field.value = Number(field.value) + (trick === undefined ? -1 : 1) || "";
  } else {
    const cuts = field.value.split(/\s+/).filter(Boolean);
    field.value = (cut ? [...cuts, cut] : cuts.slice(0, -1)).join(" ");
  }
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
document.addEventListener("click", tap);

// --- without signal ---------------------------------------------------------------------------------------------------

function pencil(fields, data) {
  const hand = handOf(fields, data);
  const counted = count(hand, data);
  if (!counted) return null;
  const { opened, changes, muss, pot } = counted;
  const totals = data.totals.map((total, seat) => total + changes[seat]);
  const dealer = ((data.leftOfStart ? data.dealer : opened.dealer) + 1) % data.names.length;
  const next = { ...data, dealer, muss, pot, totals };
  // Larger amounts are no longer exact here.
  const stuck = ![pot, ...totals].every(Number.isSafeInteger);
  const after = stuck ? data : next;
  const begins = opening([], after);
  return {
    figures: after.totals.map((total) => balance(total, data.words.comma)),
    scored: changes.map(Boolean),
    said: inShort(hand, counted, data),
    turn: [cutter(after.dealer, data)],
    rotation: dealOf(after),
    stuck,
    facts: factsOf(dealOf(after), begins, after),
    data: after,
  };
}

const dealOf = (data) => (data.muss ? "muss" : "normal");

function inShort(hand, { striker, seats, played }, data) {
  if (hand.thrownIn) return data.words.thrownIn;
  const what = hand.deal === "normal" ? data.contracts[hand.contract] : data.words.deals[hand.deal];
  const mark = seats[striker].penalty ? "✗" : "✓";
  if (played) return `${what} ${data.names[striker]} ${mark}`;
  return `${what} ${data.names[striker]} ${data.words.alone}${data.allDropVoid ? "" : ` ${mark}`}`;
}

globalThis.game = { offer, pencil };
