// What the games' scripts share: reading a form, words and amounts as the server writes them.

const checked = (form, name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
const number = (text) => (/^\s*\d+\s*$/.test(text ?? "") ? Number(text) : null);

// Only the choices that can be; what was chosen of the others is taken back.
function show(form, name, can) {
  for (const one of form.querySelectorAll(`[name="${name}"]`)) {
    one.closest("label").hidden = !can(one.value);
    one.checked &&= can(one.value);
  }
}

// --- words and amounts: `together`, `coins` and `balance` of scoring/messages.py ----------------------------------------

const inWords = (template, values) => template.replace(/%\((\w+)\)s/g, (_whole, name) => values[name]);

function together(names, pair) {
  return names.length < 2 ? names.join("") : inWords(pair, { first: names.slice(0, -1).join(", "), last: names.at(-1) });
}

function coins(cents, comma) {
  const all = Math.abs(cents);
  return `${cents < 0 ? "−" : ""}${Math.trunc(all / 100)}${comma}${String(all % 100).padStart(2, "0")}`;
}

const balance = (cents, comma) => (cents > 0 ? "+" : "") + coins(cents, comma);

globalThis.shared = { balance, checked, coins, inWords, number, show, together };
