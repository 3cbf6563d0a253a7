// Copies what is to be read aloud, for a message to whoever sits in the garden.
const button = document.getElementById("copy");
if (button && navigator.clipboard) {
  const word = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(document.getElementById("as-text").value);
      button.textContent = button.dataset.done;
      setTimeout(() => (button.textContent = word), 2000);
    } catch {
      // Not allowed: the text can still be marked by hand.
    }
  });
}
