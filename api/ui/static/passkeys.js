// Buttons that ask a passkey, after simplewebauthn.js: what it answers is sent with the form that the button is in.

const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser;
const optionsAddress = document.currentScript.dataset.options;

if (browserSupportsWebAuthn()) {
  for (const note of document.querySelectorAll('.no-passkeys')) note.hidden = true;
  for (const button of document.querySelectorAll('button.passkey')) {
    button.hidden = false;
    button.form.hidden = false;
    button.addEventListener('click', () => usePasskey(button));
    // A form that has nothing else to send: the Enter key does the same.
    if (button.form.querySelector('[type=submit]')) continue;
    button.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void usePasskey(button);
    });
  }
}

async function usePasskey(button) {
  const { form } = button;
  const { purpose, field, failed } = button.dataset;
  const said = form.querySelector('.passkey-said');
  said.textContent = '';
  button.disabled = true;
  try {
    const fields = { purpose, csrf: form.elements.csrf?.value ?? '' };
    const reply = await window.fetch(optionsAddress, { method: 'POST', body: new URLSearchParams(fields) });
    if (!reply.ok) throw new Error((await reply.json()).detail);
    const optionsJSON = await reply.json();
    const answer = await (purpose === 'register' ? startRegistration : startAuthentication)({ optionsJSON });
    form.elements[field].value = JSON.stringify(answer);
    // Not `requestSubmit`: a field that is to be typed in may stay empty.
    form.submit();
  } catch (error) {
    // The person has changed their mind, took too long, or has no passkey for this site; or the server has refused.
    said.textContent = `${failed} (${error.message})`;
    button.disabled = false;
  }
}
