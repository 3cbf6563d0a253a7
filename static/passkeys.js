// Passkeys: fills the hidden field of a form with what the device answers. mfa/js/webauthn-json.js (allauth) converts.

const form = document.querySelector("[data-passkey]");
const possible = window.isSecureContext && window.PublicKeyCredential && window.webauthnJSON;

// A discoverable key that asks for fingerprint, face or PIN: only such a one can log in by itself.
function asPasskey(options) {
  options.publicKey.authenticatorSelection = {
    ...options.publicKey.authenticatorSelection,
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  };
  return options;
}

async function answer(what) {
  if (what === "login") {
    const response = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(String(response.status));
    return window.webauthnJSON.get((await response.json()).request_options);
  }
  const data = JSON.parse(document.getElementById("passkey-options").textContent);
  return what === "add" ? window.webauthnJSON.create(asPasskey(data.creation_options)) : window.webauthnJSON.get(data.request_options);
}

if (form && possible) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const failed = form.querySelector("[data-failed]");
    failed.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify(await answer(form.dataset.passkey));
    } catch {
      failed.hidden = false;
      return;
    }
    form.submit();
  });
} else {
  document.querySelector("[data-no-passkeys]")?.removeAttribute("hidden");
}
