// The desk's tables and a table's own page: what changed comes by itself, and a list is typed without the mouse.
// Enter goes from field to field and at the last one saves; then the number of the next table is asked for.

const EVERY = 4000;
const EVERY_HIDDEN = 30000;
const PATIENCE = 10000;
const HEADERS = { "HX-Request": "true" };
let timer;

const live = () => document.querySelector("[data-live]");

// What somebody is filling in is not taken away by a look at the others.
const dirty = (part) =>
  [...part.querySelectorAll("form.slip-form input:not([type=hidden])")].some((one) =>
    one.type === "radio" || one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue,
  );

async function look() {
  clearTimeout(timer);
  const part = live();
  if (!part) return;
  try {
    const joint = part.dataset.live.endsWith("?") ? "" : "&";
    const address = `${part.dataset.live}${joint}seen=${part.dataset.seen}`;
    const answer = await fetch(address, { headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || answer.status === 404) return location.reload();
    if (answer.status === 200) put(part.id, await answer.text());
  } catch {
    // No signal: the next look finds out.
  }
  timer = setTimeout(look, document.hidden ? EVERY_HIDDEN : EVERY);
}

function put(id, text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(id);
  const now = document.getElementById(id);
  if (!now || !fresh) return null;
  if (dirty(now)) return null;
  const held = now.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const opened = [...now.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  now.replaceWith(fresh);
  for (const one of fresh.querySelectorAll("details > summary")) {
    if (opened.includes(one.textContent)) one.parentElement.open = true;
  }
  if (held) fresh.querySelector(`a[href="${CSS.escape(held)}"]`)?.focus();
  add(fresh);
  return fresh;
}

// --- the desk's entry ---

function entry(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("entry");
  if (!fresh) return location.reload();
  document.getElementById("entry").replaceWith(fresh);
  const slip = fresh.querySelector(".slip-form");
  const field = slip
    ? slip.querySelector("input[aria-invalid]") ?? slip.querySelector("[data-first]")
    : fresh.querySelector(".find input[name=table]");
  field?.focus();
  field?.select?.();
  add(fresh);
}

async function open(address) {
  try {
    const answer = await fetch(address, { headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && !answer.redirected) return entry(await answer.text());
  } catch {
    // As without a script, then.
  }
  location.assign(address);
}

async function save(form) {
  const button = form.querySelector(".send");
  if (button) button.disabled = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, headers: HEADERS, signal: AbortSignal.timeout(PATIENCE) });
    if (answer.redirected || ![200, 409, 422].includes(answer.status)) return location.reload();
    entry(await answer.text());
    look();
  } catch {
    // Nothing is lost: the figures still stand there, and the same request counts once.
    if (button) button.disabled = false;
    form.querySelector(".send")?.focus();
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#entry")) return;
  event.preventDefault();
  if (form.matches(".find")) {
    if (!form.elements.table.value.trim()) return;
    open(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  } else {
    save(form);
  }
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-table]");
  if (!link || !document.getElementById("entry") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  open(link.href);
  document.getElementById("entry").scrollIntoView({ block: "nearest" });
});

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || event.isComposing || !field.matches(".slip-form input:not([type=radio], [type=checkbox])")) return;
  const fields = [...field.form.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox])")];
  const next = fields[fields.indexOf(field) + 1];
  event.preventDefault();
  if (!next || event.ctrlKey || event.metaKey || putRight(field.form)) return field.form.requestSubmit();
  next.focus();
  next.select();
});

// A list that came back is saved as soon as its sum is right: one figure was wrong, the others stand there.
const putRight = (form) => form.querySelector("#slip-problems") && form.querySelector("output[data-sum].yes");

// --- the sum, as one types ---

const figure = (text) => {
  const plain = text.replace(/\s/g, "").replace(/[−–]/g, "-");
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
};

function add(part) {
  for (const output of part.querySelectorAll("output[data-sum]")) {
    const amounts = [...output.closest("form").querySelectorAll("[data-amount]")].map((one) => figure(one.value));
    const known = amounts.filter((one) => one !== null);
    const sum = known.reduce((one, other) => one + other, 0);
    output.textContent = known.length ? (sum < 0 ? `−${-sum}` : `${sum}`) : "";
    output.classList.toggle("yes", known.length === amounts.length && sum === Number(output.dataset.should));
    output.classList.toggle("no", known.length === amounts.length && sum !== Number(output.dataset.should));
  }
}

document.addEventListener("input", (event) => event.target.matches("[data-amount]") && add(event.target.form));
document.addEventListener("visibilitychange", () => document.hidden || look());
add(document);
if (live()) timer = setTimeout(look, EVERY);
