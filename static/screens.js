// The list of what a screen shows: a line moves up or down at once, nothing is sent before it is saved.

const form = document.getElementById("screen-form");
const lines = document.getElementById("lines");

function settle() {
  const all = [...lines.children];
  form.elements.order.value = all.map((line) => line.dataset.what).join(",");
  all.forEach((line, index) => {
    const [up, down] = line.querySelectorAll(".moves button");
    up.disabled = index === 0;
    down.disabled = index === all.length - 1;
  });
}

lines.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=go]");
  if (!button) return;
  event.preventDefault();
  const line = button.closest("li");
  if (button.value.startsWith("up-")) line.previousElementSibling?.before(line);
  else line.nextElementSibling?.after(line);
  settle();
  (button.disabled ? line.querySelector(".moves button:not(:disabled)") : button).focus();
});
