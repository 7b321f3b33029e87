'use client';

import { useEffect, useState } from 'react';
import { MessagePage } from '#components/site/message-page.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

/** Shows the request id, or else the error's `digest`, by which the error is found in the log. */
export function FailurePage({ error }: { error: Error & { digest?: string } }) {
  // Reads the id at once, because the error page replaces the document that contains it.
  const [reference] = useState(() => requestIdOfPage() ?? error.digest);
  useEffect(() => {
    // A caught error does not reach `window`, where `report-errors.ts` listens.
    reportError(error);
  }, [error]);
  return <FailureMessage reference={reference} />;
}

function requestIdOfPage(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLMetaElement>('meta[name="request-id"]')?.content;
}

/** Shows that a page failed. Works without scripts, by a link that reloads the page. */
export function FailureMessage({ reference }: { reference: string | null | undefined }) {
  return (
    <MessagePage caption="Error inesperado" title="Algo falló de nuestro lado">
      <p>
        No fue por lo que hiciste. Vuelve a cargar la página en un momento: las respuestas que ya
        habías enviado siguen guardadas.
      </p>
      {reference && (
        <p className="text-sm text-ink-soft">
          Si sigue pasando, <a href="/contacto">escríbenos</a> y dinos esta referencia:{' '}
          <span className="font-mono text-ink select-all">{reference}</span>.
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <LinkButton href="">Volver a cargar</LinkButton>
        <LinkButton href="/" variant="secondary">
          Ir al inicio
        </LinkButton>
      </p>
    </MessagePage>
  );
}
