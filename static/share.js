// Copy, share and print: buttons that appear only where the browser can do it.

for (const button of document.querySelectorAll("[data-copy], [data-copy-from]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy ?? document.getElementById(button.dataset.copyFrom).value);
    button.textContent = button.dataset.done;
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () =>
    navigator.share({ text: document.getElementById(button.dataset.share).value }).catch(() => {}),
  );
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
