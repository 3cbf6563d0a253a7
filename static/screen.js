// A screen of the hall: shows one thing after the other, page by page, and asks the server every few seconds what is
// new. Whatever fails, what is there stays; a small sign says since when, and it goes on by itself.

const EVERY = 3000;
const LONGEST_PAUSE = 10000;
const PATIENCE = 8000;
const NEAR = 300;
const STEPS = 9;
const root = document.documentElement;
const sign = document.querySelector(".connection");

let main = document.getElementById("screen");
let ahead = 0; // what the server's clock is ahead of this machine's, in ms
let at = 0; // which show
let page = 0;
let turned = 0; // when this page was turned to
let lostAt = null;
let pause = EVERY;

const shows = () => [...main.querySelectorAll(".show")];
const clockTime = (moment) =>
  new Intl.DateTimeFormat("de", { hour: "2-digit", minute: "2-digit", timeZone: main.dataset.zone }).format(moment);

// --- laying out: the largest letters with which it takes no more pages than with the smallest ----------------------

function unit() {
  return Math.min(innerHeight, (innerWidth * 9) / 16) / 1000;
}

// How wide a line wants to be, in letters (em): the widest, if it is hardly wider than the others; else what nine of
// ten lines need is enough, and the others are cut.
function wanted(list, size) {
  const [least, most] = [Number(list.dataset.width), Number(list.dataset.widest)];
  list.closest(".show").style.setProperty("--size", `${size}px`);
  list.classList.add("is-measured");
  const widths = [...list.children].map((item) => item.getBoundingClientRect().width).sort((one, two) => one - two);
  list.classList.remove("is-measured");
  const [usual, widest] = [widths[Math.floor((widths.length - 1) * 0.92)], widths[widths.length - 1]];
  return Math.min(most, Math.max(least, (widest < 1.3 * usual ? widest : usual) / size + 0.1));
}

function place(list, size, wide) {
  const section = list.closest(".show");
  const gap = 1.6 * size;
  const columns = Math.max(1, Math.floor((list.clientWidth + gap) / (wide * size + gap)));
  section.style.setProperty("--size", `${size}px`);
  section.style.setProperty("--columns", columns);
  section.style.setProperty("--lines", list.children.length);
  section.style.setProperty("--air", "0px");
  return columns;
}

// Every line with its height, as one column of them; packed into columns, and those into pages.
function packed(list, size, wide) {
  const most = place(list, size, wide);
  const heights = measured(list);
  const room = list.clientHeight + 0.5;
  const columns = [[]];
  let used = 0;
  heights.forEach(([item, height], index) => {
    // A heading does not stand alone at the foot.
    const needed = "part" in item.dataset && heights[index + 1] ? height + heights[index + 1][1] : height;
    if (columns.at(-1).length && used + needed > room) {
      columns.push([]);
      used = 0;
    }
    columns.at(-1).push(item);
    used += height;
  });
  const pages = [];
  while (columns.length) pages.push(columns.splice(0, most).flat());
  return { list, size, wide, most, pages, height: heights[0][1] };
}

// Columns beside each other share their lines, so only whole sentences, which stand alone, have a height of their own.
function measured(list) {
  const items = [...list.children];
  const heights = items.map((item) => item.getBoundingClientRect().height);
  const tallest = Math.max(...heights);
  return items.map((item, index) => [item, list.classList.contains("sentences") ? heights[index] : tallest]);
}

function layOut(section) {
  const list = section.querySelector(".rows");
  if (!list?.children.length) return { list: null, pages: [[]] };
  for (const item of list.children) item.hidden = false;
  const [smallest, largest] = [list.dataset.smallest, list.dataset.largest].map((one) => Math.max(15, one * unit()));
  const wide = wanted(list, smallest);
  let best = packed(list, smallest, wide);
  if ("firstPage" in list.dataset) return { ...best, pages: best.pages.slice(0, 1) };
  const least = best.pages.length;
  let [low, high] = [smallest, Math.max(smallest, largest)];
  for (let step = 0; step < STEPS && high - low > 0.5; step += 1) {
    const size = step ? (low + high) / 2 : high;
    const tried = packed(list, size, wide);
    const fits = tried.pages.length <= least && (wide * size <= list.clientWidth || list.dataset.wraps);
    if (fits) [low, best] = [size, tried];
    else high = size;
  }
  place(list, best.size, wide);
  return { ...best, pages: evenly(list, best.pages) };
}

// Pages of the same length where all lines are alike: the last one is no remainder.
function evenly(list, pages) {
  if (list.querySelector("[data-part]")) return pages;
  const items = pages.flat();
  const each = Math.ceil(items.length / pages.length);
  return pages.map((_page, index) => items.slice(index * each, (index + 1) * each)).filter((one) => one.length);
}

// As few columns as hold a page, with some air where lines do not fill it.
function arrange(section, laid, here) {
  const room = laid.list.clientHeight;
  const columns = laid.most === 1 ? 1 : Math.ceil(here.length / Math.max(1, Math.floor((room + 0.5) / laid.height)));
  const lines = Math.ceil(here.length / columns);
  const full = Math.ceil(laid.pages[0].length / columns);
  const alike = !laid.list.classList.contains("sentences");
  const air = alike ? Math.max(0, Math.min(0.3 * laid.size, room / full - laid.height) / 2 - 0.5) : 0;
  section.style.setProperty("--columns", columns);
  section.style.setProperty("--lines", lines);
  section.style.setProperty("--air", `${air}px`);
}

function turnTo(section, number) {
  const laid = section.laid;
  page = Math.min(number, laid.pages.length - 1);
  if (laid.list) {
    const here = new Set(laid.pages[page]);
    for (const item of laid.list.children) item.hidden = !here.has(item);
    arrange(section, laid, laid.pages[page]);
  }
  said(section, laid);
}

function said(section, laid) {
  const here = laid.pages[page];
  const letters = here.map((item) => item.dataset.letter).filter(Boolean);
  const part = section.querySelector(".part");
  if (part && letters.length && laid.pages.length > 1) {
    const [first, last] = [letters[0], letters.at(-1)];
    part.textContent =
      first === last ? first : main.dataset.letters.replace("{first}", first).replace("{last}", last);
  } else if (part) part.textContent = "";
  main.querySelector(".page-of").textContent = laid.pages.length > 1 ? `${page + 1}/${laid.pages.length}` : "";
}

function show(index, number = 0, { still = false } = {}) {
  const all = shows();
  at = Math.min(index, all.length - 1);
  const section = all[at];
  for (const one of all) one.classList.toggle("is-on", one === section);
  section.classList.toggle("is-still", still);
  section.laid = layOut(section);
  turnTo(section, number);
  fit(section);
}

// One text alone gets as large as there is room, or smaller where it is long.
function fit(section) {
  const box = section.querySelector(".whole:not(.code), .now-read");
  const big = box?.querySelector(".big, .time, .whose");
  if (!big) return;
  big.style.fontSize = "";
  const room = () => big.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight;
  let size = parseFloat(getComputedStyle(big).fontSize);
  const most = big.classList.contains("message-words") ? 240 * unit() : size;
  while (size < most && room()) big.style.fontSize = `${(size += 4)}px`;
  while (size > 20 && !room()) big.style.fontSize = `${(size -= 2)}px`;
}

// --- one after the other --------------------------------------------------------------------------------------------

function next(way = 1) {
  const all = shows();
  turned = Date.now();
  const number = page + way;
  if (number >= 0 && number < all[at].laid.pages.length) {
    restart(all[at]);
    turnTo(all[at], number);
  } else if (all.length > 1) show((at + way + all.length) % all.length);
  else if (all[at].laid.pages.length > 1) show(at);
}

// The same animation once more for the next page.
function restart(section) {
  section.classList.add("is-still");
  void section.offsetWidth;
  section.classList.remove("is-still");
}

function tick() {
  const now = Date.now() + ahead;
  for (const one of document.querySelectorAll("[data-ends], [data-began]")) {
    const left = "ends" in one.dataset ? Math.ceil((one.dataset.ends * 1000 - now) / 1000) : null;
    const seconds = left ?? Math.max(0, Math.floor((now - one.dataset.began * 1000) / 1000));
    const text = left !== null && left < 0 ? `+${minutes(-left, 2)}` : minutes(seconds, 1);
    if (one.textContent !== text) one.textContent = text;
    one.classList.toggle("is-over", left !== null && left < 0);
    one.classList.toggle("is-near", left !== null && left >= 0 && left <= NEAR);
  }
  for (const one of document.querySelectorAll("[data-time-of-day]")) {
    const text = clockTime(now);
    if (one.textContent !== text) one.textContent = text;
  }
  if (Date.now() - turned >= shows()[at].dataset.seconds * 1000) next();
}

function minutes(seconds, digits) {
  const whole = String(Math.floor(seconds / 60)).padStart(digits, "0");
  return `${whole}:${String(seconds % 60).padStart(2, "0")}`;
}

// --- what is new ------------------------------------------------------------------------------------------------------

async function ask() {
  try {
    const headers = { "HX-Request": "true" };
    const address = `${location.pathname}?seen=${encodeURIComponent(main.dataset.seen)}`;
    const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status === 200 && !answer.redirected) put(await answer.text());
    else if (answer.status === 404) throw new Error("gone");
    else if (answer.status !== 204) throw new Error(String(answer.status));
    found();
  } catch (error) {
    lost(error.message === "gone");
  }
  setTimeout(ask, pause);
}

function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("screen");
  if (!fresh) throw new Error("no screen");
  // Another version of this site is running by now, and has just answered.
  if (fresh.dataset.script !== main.dataset.script) return location.reload();
  const all = shows();
  const [what, before] = [all[at].dataset.what, all[at].outerHTML];
  const index = [...fresh.querySelectorAll(".show")].findIndex((one) => one.dataset.what === what);
  main.replaceWith(fresh);
  main = fresh;
  settle();
  if (index < 0) turned = Date.now();
  const news = ["places", "message"].includes(what) && plain(before) !== plain(shows()[Math.max(0, index)].outerHTML);
  show(Math.max(0, index), index < 0 ? 0 : page, { still: index >= 0 && !news });
  tick();
}

// What is said, without how it was laid out.
function plain(html) {
  return new DOMParser().parseFromString(html, "text/html").body.textContent.replace(/\s+/g, " ");
}

function found() {
  lostAt = null;
  pause = EVERY;
  sign.hidden = true;
}

function lost(gone) {
  // At once, then ever more seldom, up to every ten seconds. The first time may be a hiccup, and nobody is told.
  pause = lostAt === null ? 1000 : Math.min(LONGEST_PAUSE, pause * 2);
  sign.hidden = lostAt === null && !gone;
  lostAt ??= Date.now() + ahead;
  sign.textContent = gone ? main.dataset.gone : main.dataset.lost.replace("{time}", clockTime(lostAt));
}

function settle() {
  ahead = main.dataset.now * 1000 - Date.now();
  if (Math.abs(ahead) < 1500) ahead = 0;
  if (main.dataset.look === "auto") delete root.dataset.look;
  else root.dataset.look = main.dataset.look;
}

// --- the machine it runs on ---------------------------------------------------------------------------------------

async function stayAwake() {
  try {
    if (!document.hidden) await navigator.wakeLock?.request("screen");
  } catch {
    // Not here, or not now: the machine's own settings decide.
  }
}

let idle;
const button = document.querySelector(".full-screen");
function stirred() {
  clearTimeout(idle);
  root.classList.remove("is-idle");
  button.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement);
  idle = setTimeout(() => {
    root.classList.add("is-idle");
    button.hidden = true;
  }, 3000);
}

button.addEventListener("click", () => root.requestFullscreen().catch(() => {}));
for (const kind of ["pointermove", "pointerdown"]) addEventListener(kind, stirred, { passive: true });
addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") next(1);
  else if (event.key === "ArrowLeft") next(-1);
});
addEventListener("resize", () => show(at, page, { still: true }));
document.addEventListener("visibilitychange", stayAwake);
document.fonts?.ready.then(() => show(at, page, { still: true }));

root.classList.add("is-live");
settle();
turned = Date.now();
show(0);
tick();
setInterval(tick, 500);
setTimeout(ask, EVERY);
stayAwake();
