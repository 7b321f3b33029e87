import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { MessagePage } from '#components/site/message-page.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export const metadata: Metadata = { title: 'Página no encontrada' };

export default async function NotFound() {
  const requestId = (await headers()).get('x-request-id');
  return (
    <MessagePage caption="Error 404" title="No encontramos esta página">
      <p>
        Puede que el enlace haya vencido o que falte una parte de la dirección. Si la escribiste,
        revísala; si la copiaste, cópiala completa.
      </p>
      <p className="flex flex-wrap gap-3">
        <LinkButton href="/">Ir al inicio</LinkButton>
        <LinkButton href="/gestiona-tu-garantia" variant="secondary">
          Pedir una garantía
        </LinkButton>
      </p>
      {requestId && (
        <p className="text-sm text-ink-soft">
          Si crees que debería estar, <a href="/contacto">escríbenos</a> y dinos esta referencia:{' '}
          <span className="font-mono text-ink select-all">{requestId}</span>.
        </p>
      )}
    </MessagePage>
  );
}
