import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { SiteShell } from '#components/site/site-shell.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { openMailbox } from '#lib/http/site/mailbox.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

export const metadata: Metadata = { title: 'Correo local', robots: { index: false } };

export default async function MailboxPage() {
  const messages = await openMailbox(await headers())?.listMessages({ limit: 100 });
  if (!messages) notFound();
  return (
    <SiteShell quiet>
      <Container>
        <div className="py-10">
          <PageHeading intro="Sin un proveedor configurado, los correos se guardan aquí y no salen de este equipo.">
            Correo local
          </PageHeading>
          {messages.length === 0 ? (
            <p>Todavía no hay correos. Envía una solicitud y aparecerán aquí.</p>
          ) : (
            <ul className="border-t border-line">
              {messages.map(({ id, sentAt, to, subject }) => (
                <li key={id} className="border-b border-line py-4">
                  <a href={`/dev/correo/${id}`} className="font-semibold break-words">
                    {subject}
                  </a>
                  <p className="mt-1 text-sm break-words text-ink-soft">
                    Para {to} · {formatDateTime(sentAt)}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Container>
    </SiteShell>
  );
}
