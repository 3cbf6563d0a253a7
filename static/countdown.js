// Times that run: [data-left] counts down from so many seconds and goes on above zero as time over, [data-gone] counts up.
// The server says how many seconds there are; from then on the phone counts, whatever its own clock says.

const since = new WeakMap();

const two = (number) => String(number).padStart(2, "0");
function words(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  const now = Date.now();
  for (const one of document.querySelectorAll("[data-left], [data-gone]")) {
    if (!since.has(one)) since.set(one, now);
    const gone = Math.floor((now - since.get(one)) / 1000);
    const left = "left" in one.dataset ? Number(one.dataset.left) - gone : null;
    const text = left === null ? words(Number(one.dataset.gone) + gone) : left < 0 ? `+${words(-left)}` : words(left);
    if (one.textContent !== text) one.textContent = text;
    one.classList.toggle("is-over", left !== null && left < 0);
    one.classList.toggle("is-near", left !== null && left >= 0 && left < 300);
  }
}

tick();
setInterval(tick, 1000);
