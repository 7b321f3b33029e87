'use client';

import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';

type Props = {
  action: string;
  label: string;
  next?: string | undefined;
  isCreation?: boolean;
  variant?: 'secondary';
};

/** Logs in or registers with a passkey. Hidden without scripts, which passkeys need. */
export function PasskeyForm({ action, label, next, isCreation, variant }: Props) {
  const credential = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    // A browser may restore the field's value from an earlier visit.
    if (credential.current) credential.current.value = '';
  }, []);
  const askDevice = async (event: SubmitEvent<HTMLFormElement>) => {
    const input = credential.current;
    if (!input || input.value) return;
    event.preventDefault();
    setProblem('');
    try {
      input.value = JSON.stringify(await requestAnswer({ isCreation }));
      input.form?.requestSubmit();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <>
      <Form
        action={action}
        next={next}
        onSubmit={askDevice}
        className="grid justify-items-start gap-3 noscript:hidden"
      >
        <input ref={credential} type="hidden" name="credential" />
        <Button wide {...(variant && { variant })}>
          {label}
        </Button>
        <p role="status" className="text-danger empty:hidden">
          {problem}
        </p>
      </Form>
      <p className="hidden text-ink-soft noscript:block">
        Las llaves de acceso (passkeys) necesitan JavaScript.
      </p>
    </>
  );
}

async function requestAnswer({ isCreation = false }: { isCreation?: boolean | undefined }) {
  const url = isCreation ? '/api/auth/passkeys/options' : '/api/auth/passkey/options';
  const response = await fetch(url, { method: 'POST' });
  const { data: optionsJSON, error, message } = await response.json();
  if (error === 'proof_required') {
    location.assign(`/confirmar?next=${encodeURIComponent(location.pathname)}`);
  }
  if (!response.ok) throw new Error(message, { cause: 'server' });
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  return isCreation ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON });
}

function errorText(error: unknown): string {
  const { name, cause, message } = error as Error;
  if (cause === 'server') return message;
  if (name === 'InvalidStateError') return 'Este dispositivo ya tiene una llave de tu cuenta.';
  if (name === 'NotAllowedError') return 'No se usó ninguna llave. Inténtalo otra vez.';
  return 'Este navegador no pudo usar una llave de acceso. Prueba con otro, o de otra forma.';
}
