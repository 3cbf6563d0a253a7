// Schnapsen for two: who won and 1, 2 or 3; or how it ended, and what the rules make of it.

const { checked, inWords } = globalThis.shared;

const numbers = (form) => form.querySelectorAll(".more input:not([type=radio])");

// Whoever claimed, or who won a hand that nobody claimed: the engine's `by`.
const byOf = (winner, end) => (end === "false_claim" ? 1 - winner : winner);

function closerOf(end, closedBy, by) {
  if (end === "closed_out") return "other";
  if (end === "last_trick" || closedBy === "") return "nobody";
  return Number(closedBy) === by ? "by" : "other";
}

// What the hand can count by what was told of it, one digit each; "" where that cannot be.
function possible(situation, told) {
  let left = [...situation.any];
  for (const [name, runs] of Object.entries(situation.clues)) {
    const text = (told(name) ?? "").trim();
    if (!/^\d+$/.test(text)) continue;
    const run = runs.findLast(([from]) => from <= Number(text));
    left = left.filter((value) => run[1].includes(value));
  }
  return left.join("");
}

function offer(form, data) {
  const end = checked(form, "end");
  const picked = checked(form, "pick");
  const winner = Number(picked);
  const by = byOf(winner, end);
  const closer = closerOf(end, checked(form, "closed_by"), by);
  const situation = data.worth[end]?.[closer];
  forgetOther(form, situation && picked !== "" ? String(by) : "");
  ask(form, data, end, closer, by, situation);
  const left = situation ? possible(situation, (name) => form.elements[name]?.value) : data.grades.join("");
  // One value, or none at all (the server says why): saved as it is. Several: the table says which.
  const open = !situation || left.length > 1;
  form.querySelector(".grades").hidden = !open;
  for (const button of form.querySelectorAll(".grades button")) button.hidden = !left.includes(button.value);
  const save = form.querySelector(".exact");
  save.hidden = open;
  if (form.dataset.begun) save.value = "";
  form.querySelector(".preview").textContent =
    picked !== "" && situation && left.length === 1 ? said(data, winner, end, closer, left)[0] : "";
  if (form.dataset.begun) keepInSight(form);
}

// The sentence, and the few words for the slip.
function said(data, winner, end, closer, value) {
  const people = { winner: data.names[winner], loser: data.names[1 - winner] };
  return data.said[end][closer][value].map((template) => inWords(template, people));
}

// Opened, the panel is as high as what is asked; the button that saves stays in sight.
function keepInSight(form) {
  if (form.querySelector(".more").open) form.querySelector(".buttons").scrollIntoView({ block: "nearest" });
}
document.addEventListener("toggle", (event) => event.target.matches("#entry .more") && keepInSight(event.target.closest("form")), true);

// The figures are of whoever did not claim: they say nothing of the other one.
function forgetOther(form, by) {
  if (!by) return;
  if ((form.dataset.by ?? by) !== by) for (const input of numbers(form)) input.value = "";
  form.dataset.by = by;
}

// Only what decides is asked, and what was told already; what has no place in such a hand is not sent.
function ask(form, data, end, closer, by, situation) {
  const claimed = end === "claim" || end === "false_claim";
  const differs = claimed && new Set(Object.values(data.worth[end]).map((one) => one.any + one.asked)).size > 1;
  const who = form.querySelector(".closer");
  who.hidden = !claimed || !(differs || checked(form, "closed_by"));
  who.disabled = !claimed;
  for (const input of numbers(form)) {
    const fits = situation?.fits.includes(input.name) ?? false;
    input.disabled = !fits;
    input.closest("label").hidden = !fits || !(situation.asked.includes(input.name) || input.value);
  }
  const whose = closer === "by" ? 1 - by : by;
  const heads = { ".at-end": data.hadAtEnd[1 - by], ".at-closing": data.hadAtClosing[whose] };
  for (const [group, words] of Object.entries(heads)) {
    const fields = form.querySelector(group);
    fields.hidden = !fields.querySelector("label:not([hidden])");
    // The two at closing can be of two people where both were told; then the general words stand.
    const both = group === ".at-closing" && closer === "other" && form.elements.opp_points_at_close.value;
    const legend = fields.querySelector("legend");
    legend.dataset.general ??= legend.textContent;
    legend.textContent = both ? legend.dataset.general : words;
  }
}

function pencil(hand, data, shown) {
  const played = lookUp(hand, data);
  if (!played) return null;
  const start = data.down ? data.target : 0;
  const end = data.target - start;
  const figures = shown.map(Number);
  if (figures.includes(end)) figures.fill(start);
  const counted = figures[played.winner] + (data.down ? -played.points : played.points);
  figures[played.winner] = Math.min(data.target, Math.max(0, counted));
  const dealer = Number(hand.get("rotation"));
  const rotation = 1 - dealer;
  return {
    figures,
    scored: figures.map((_figure, side) => side === played.winner),
    said: played.said,
    turn: [data.names[dealer], data.names[rotation]],
    rotation,
    stuck: figures[played.winner] === end && !data.legsGoOn,
  };
}

function lookUp(hand, data) {
  const winner = Number(hand.get("pick") ?? NaN);
  const end = hand.get("end") ?? "";
  const value = hand.get("value") ?? "";
  if (winner !== 0 && winner !== 1) return null;
  if (end === "") {
    return data.grades.includes(Number(value)) ? { winner, points: Number(value), said: value } : null;
  }
  const closer = closerOf(end, hand.get("closed_by") ?? "", byOf(winner, end));
  const situation = data.worth[end]?.[closer];
  const left = situation ? possible(situation, (name) => hand.get(name)) : "";
  const points = value === "" ? left : value;
  if (points.length !== 1 || !left.includes(points)) return null;
  return { winner, points: Number(points), said: said(data, winner, end, closer, points)[1] };
}

globalThis.game = { offer, pencil };
