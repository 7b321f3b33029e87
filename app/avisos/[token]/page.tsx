import type { Metadata } from 'next';
import { secretPageMetadata } from '#app/_lib/page-query.ts';
import { MessagePage } from '#components/site/message-page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { findAlertRecipient, getAlertSettings } from '#lib/domain/alerts/reads.ts';

export const metadata: Metadata = { title: 'Avisos de vencimiento', ...secretPageMetadata };

type Props = { params: Promise<{ token: string }> };

/**
 * Unsubscribes from alerts, by a link in their mails. Needs no login. Only the button changes
 * something.
 */
export default async function UnsubscribePage({ params }: Props) {
  const { token } = await params;
  const reader = await findAlertRecipient(token);
  if (!reader) return <Unknown />;
  const { mails: areMailsOn } = await getAlertSettings(reader);
  return areMailsOn ? <Ask token={token} email={reader.email} /> : <Done email={reader.email} />;
}

const caption = 'Avisos de vencimiento';

function Ask({ token, email }: { token: string; email: string }) {
  return (
    <MessagePage caption={caption} title="¿Dejar de recibir los avisos?">
      <p>
        No enviaremos más correos sobre documentos por vencer a{' '}
        <strong className="wrap-anywhere">{email}</strong>. Los verás igual en tu panel.
      </p>
      <Form action={`/avisos/${token}/dejar`}>
        <Button wide>Dejar de recibirlos</Button>
      </Form>
    </MessagePage>
  );
}

function Done({ email }: { email: string }) {
  return (
    <MessagePage caption={caption} title="Ya no recibes estos avisos">
      <p>
        No enviamos correos sobre vencimientos a <strong className="wrap-anywhere">{email}</strong>.
        Puedes volver a activarlos cuando quieras.
      </p>
      <LinkButton href="/panel/documentos/avisos" variant="secondary">
        Activarlos en mi panel
      </LinkButton>
    </MessagePage>
  );
}

function Unknown() {
  return (
    <MessagePage caption={caption} title="Este enlace no funciona">
      <p>Puede haberse cortado al copiarlo. También puedes desactivar los avisos en tu panel.</p>
      <LinkButton href="/panel/documentos/avisos">Ir a mis avisos</LinkButton>
    </MessagePage>
  );
}
