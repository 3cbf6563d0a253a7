// Bauernschnapsen and Talonschnapsen: a plain game and 1, 2 or 3; or a contract, its declarer, made or lost. Who is on
// whose side and how a plain game is tapped comes with the data.

const { checked, inWords } = globalThis.shared;
const PLAIN = "normal-";

// A plain game as a hand of somebody's side: of the caller's where he is alone, else of the pair that won it.
function plainOf(pick, caller, data) {
  if (!pick.startsWith(PLAIN)) return null;
  const told = pick.slice(PLAIN.length);
  return data.byCaller ? { side: caller % data.sides.length, made: told === "made" } : { side: Number(told), made: true };
}

const winnersOf = ({ side, made }, data) => data.sides.map((_names, one) => one).filter((one) => (one === side) === made);
const namesOf = ({ side, made }, data) => (made ? data.sides[side] : data.against[side]);

// --- the form ---------------------------------------------------------------------------------------------------------

function offer(form, data) {
  if (data.tied) return;
  const pick = checked(form, "pick");
  const contract = data.contracts[pick];
  const caller = Number(checked(form, "caller") || form.elements.rotation.value);
  const plain = plainOf(pick, caller, data);
  const doubling = form.querySelector(".doubling");
  if (doubling) {
    doubling.hidden = pick !== "" && !(contract ? contract.doubling : data.normalDoubling);
    if (doubling.hidden) doubling.querySelector("input").checked = true;
  }
  const level = Number(checked(form, "doubling"));
  for (const figure of form.querySelectorAll("[data-grade]")) {
    figure.textContent = data.grades[figure.dataset.grade - 1][level];
  }
  const picked = form.querySelector(".picked");
  picked.textContent = contract ? contract.name : plain ? getting(plain, data) : "";
  picked.hidden = !picked.textContent;
  for (const name of form.querySelectorAll("[data-caller]")) name.textContent = data.names[caller];
  const calls = [...form.querySelectorAll("#turn b")].at(-1);
  if (calls) calls.textContent = data.names[caller];
  offerEnds(form, plain);
  if (contract) offerContract(form, data, contract, caller, level);
}

const getting = (plain, data) => {
  const template = (plain.made ? data.gets : data.getEach) ?? "%(side)s";
  return inWords(template, { side: namesOf(plain, data) });
};

// Only a caller who lost can have been short of 66.
function offerEnds(form, plain) {
  const short = form.querySelector('[name="decided_by"][value="caller_short"]');
  if (!short) return;
  const hidden = Boolean(plain?.made);
  short.closest("label").hidden = hidden;
  if (hidden && short.checked) form.querySelector('[name="decided_by"][data-usual]').checked = true;
}

function offerContract(form, data, contract, caller, level) {
  const seats = data.names.length;
  const declarers = [...form.querySelectorAll('[name="declarer"]')];
  const allowed = declarers.filter((one) => contract.seats.includes((one.value - caller + seats) % seats));
  for (const one of declarers) {
    one.closest("label").hidden = !allowed.includes(one);
    one.checked &&= allowed.includes(one);
  }
  if (allowed.length === 1) allowed[0].checked = true;
  const lost = form.querySelector('[name="made"][value="0"]');
  lost.closest("label").hidden = !contract.canLose;
  if (!contract.canLose) form.querySelector('[name="made"][value="1"]').checked = true;
  const declarer = checked(form, "declarer");
  const made = checked(form, "made");
  const hand = { side: declarer % data.sides.length, made: made === "1" };
  form.querySelector(".preview").textContent =
    declarer !== "" && made !== ""
      ? inWords(winnersOf(hand, data).length > 1 ? data.templateEach : data.template, {
          contract: contract.name,
          declarer: data.names[declarer],
          doubled: data.doubled[level],
          result: hand.made ? data.made : data.lost,
          points: contract.values[level],
          side: namesOf(hand, data),
        })
      : "";
}

// --- without signal ---------------------------------------------------------------------------------------------------

function pencil(hand, data, shown) {
  if (data.tied) return decided(hand, data, shown);
  const played = lookUp(hand, data);
  if (!played) return null;
  const start = data.down ? data.target : 0;
  const end = data.target - start;
  const figures = shown.map(Number);
  if (figures.includes(end)) figures.fill(start);
  const winners = winnersOf(played, data);
  for (const side of winners) {
    const counted = figures[side] + (data.down ? -played.points : played.points);
    figures[side] = Math.min(data.target, Math.max(0, counted));
  }
  const caller = callerOf(hand);
  const rotation = (caller + 1) % data.names.length;
  return {
    figures,
    scored: figures.map((_figure, side) => played.points > 0 && winners.includes(side)),
    said: played.said,
    turn: [data.names[caller], data.names[rotation]],
    rotation,
    // Who deals the next leg, and who has to play for the Bummerl of this one, is for the server to say.
    stuck: figures.includes(end) && (!data.legsGoOn || tied(figures, data)),
  };
}

const callerOf = (hand) => Number(hand.get("caller") || hand.get("rotation"));

function tied(figures, data) {
  const lowest = data.down ? Math.max(...figures) : Math.min(...figures);
  return Boolean(data.decider) && figures.filter((figure) => figure === lowest).length > 1;
}

function decided(hand, data, shown) {
  const loser = data.names[hand.get("decider_loser")];
  if (!loser) return null;
  return { figures: shown, scored: shown.map(() => false), said: `${data.deciderName} ${loser} ✗`, turn: [], stuck: true };
}

// What a hand counts and for whom; null while something is missing.
function lookUp(hand, data) {
  const pick = hand.get("pick") ?? "";
  const level = Number(hand.get("doubling"));
  const plain = plainOf(pick, callerOf(hand), data);
  const said = (name, who, made) => `${name} ${who}${level ? ` ×${2 ** level}` : ""} ${made ? "✓" : "✗"}`;
  if (plain) {
    const points = data.grades[hand.get("grade") - 1]?.[level];
    if (points === undefined) return null;
    return { ...plain, points, said: data.byCaller ? said(`${data.plain} ${hand.get("grade")}`, data.names[callerOf(hand)], plain.made) : points };
  }
  const contract = data.contracts[pick];
  const [declarer, made] = [hand.get("declarer"), hand.get("made") === "1"];
  if (!contract || declarer === null || hand.get("made") === null) return null;
  const side = declarer % data.sides.length;
  return { side, made, points: contract.values[level], said: said(contract.name, data.names[declarer], made) };
}

globalThis.game = { offer, pencil };
