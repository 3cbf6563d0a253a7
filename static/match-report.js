// The form of a match report: while one types, it says below what the match comes to so far.

const DASHES = /^[−–]/;

function amount(field) {
  const text = field.value.trim().replace(DASHES, "-");
  return /^-?[0-9]{1,6}$/.test(text) ? Number(text) : null;
}

function add(form) {
  const total = form.querySelector("[data-total]");
  if (!total) return;
  const boards = [0, 0];
  const sums = [0, 0];
  let any = false;
  for (const board of form.querySelectorAll(".match-board")) {
    const made = [...board.querySelectorAll("[data-made]")].map(amount);
    if (made.length < 2 || made.some((one) => one === null)) continue;
    any = true;
    made.forEach((one, side) => (sums[side] += one));
    if (made[0] !== made[1]) boards[made[0] > made[1] ? 0 : 1] += 1;
  }
  const sum = `${total.dataset.sum} ${sums[0]} : ${sums[1]}`;
  total.textContent = total.dataset.boards ? `${total.dataset.boards} ${boards[0]} : ${boards[1]} · ${sum}` : sum;
  total.hidden = !any;
}

// Who already sits somewhere is not offered a second time.
function offer(form) {
  const lists = [...form.querySelectorAll("select")];
  const taken = new Set(lists.map((one) => one.value).filter(Boolean));
  for (const list of lists) {
    for (const option of list.options) {
      option.hidden = Boolean(option.value) && option.value !== list.value && taken.has(option.value);
    }
  }
}

for (const form of document.querySelectorAll(".match-form")) {
  form.addEventListener("input", () => add(form));
  form.addEventListener("change", () => offer(form));
  add(form);
  offer(form);
}
