const endpoints = { create: '/api/auth/passkeys/options', show: '/api/auth/passkey/options' };

/** Forms that carry what a passkey answers: the device is asked when they are sent. */
export function usePasskeys(signal: AbortSignal): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    const held = form.querySelector<HTMLInputElement>('[name="credential"]');
    const said = form.querySelector('[role="status"]');
    if (!held || !said) continue;
    held.value = '';
    form.addEventListener(
      'submit',
      async (event) => {
        if (held.value) return;
        event.preventDefault();
        said.textContent = '';
        try {
          held.value = JSON.stringify(await answerOf(form.dataset.passkey === 'create'));
          form.requestSubmit();
        } catch (error) {
          said.textContent = sentenceOf(error);
        }
      },
      { signal },
    );
  }
}

async function answerOf(creates: boolean): Promise<unknown> {
  const reply = await fetch(endpoints[creates ? 'create' : 'show'], { method: 'POST' });
  const { data: optionsJSON, error, message } = await reply.json();
  if (error === 'proof_required') {
    location.assign(`/confirmar?next=${encodeURIComponent(location.pathname)}`);
  }
  if (!reply.ok) throw new Error(message, { cause: 'server' });
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  return creates ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON });
}

function sentenceOf(error: unknown): string {
  const { name, cause, message } = error as Error;
  if (cause === 'server') return message;
  if (name === 'InvalidStateError') return 'Este dispositivo ya tiene una llave de tu cuenta.';
  if (name === 'NotAllowedError') return 'No se usó ninguna llave. Inténtalo otra vez.';
  return 'Este navegador no pudo usar una llave de acceso. Prueba con otro, o de otra forma.';
}
