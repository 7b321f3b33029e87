import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { SiteShell } from '#components/site/site-shell.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Container } from '#components/ui/container.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { mailSandbox, openMailbox } from '#lib/http/site/mailbox.ts';
import { formatDateTime, formatSize } from '#lib/platform/chile/format.ts';
import type { MailboxMessage } from '#lib/platform/mail/mailbox.ts';

export const metadata: Metadata = { title: 'Correo local', robots: { index: false } };

export default async function MessagePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const message = await openMailbox(await headers())?.findMessage(id);
  if (!message) notFound();
  return (
    <SiteShell quiet>
      <Container>
        <div className="py-8">
          <BackLink href="/dev/correo" label="Todos los correos" />
          <PageHeading caption="Correo local">{message.subject}</PageHeading>
          <SummaryList
            rows={[
              { label: 'De', value: message.from },
              { label: 'Para', value: message.to },
              { label: 'Responder a', value: message.replyTo ?? 'El remitente' },
              { label: 'Enviado', value: formatDateTime(message.sentAt) },
              { label: 'Adjuntos', value: <Attachments message={message} /> },
            ]}
          />
          <iframe
            title="Versión con formato"
            src={`/dev/correo/${id}/html`}
            sandbox={mailSandbox}
            className="mt-8 h-[56rem] w-full rounded-lg border border-line bg-white"
          />
          <h2 className="mt-10 mb-3 text-lg">Versión de texto</h2>
          <pre className="rounded-lg border border-line bg-surface p-5 text-sm break-words whitespace-pre-wrap">
            {message.text}
          </pre>
        </div>
      </Container>
    </SiteShell>
  );
}

function Attachments({ message }: { message: MailboxMessage }) {
  if (message.attachments.length === 0) return 'Ninguno';
  return (
    <ul>
      {message.attachments.map(({ fileName, content }, index) => (
        <li key={fileName}>
          <a href={`/dev/correo/${message.id}/adjuntos/${index}`} download>
            {fileName}
          </a>{' '}
          ({formatSize(Buffer.byteLength(content, 'base64'))})
        </li>
      ))}
    </ul>
  );
}
