import { render } from '@react-email/render';
import { formCopy, formLabels } from '#lib/domain/leads/copy.ts';
import { bookingUrlOf, type FormLead, fullName, inboxRow } from '#lib/domain/leads/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import {
  ButtonLink,
  Details,
  MailLayout,
  Paragraph,
  SectionTitle,
  Steps,
} from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { hello, sectionText, stepsText } from '#lib/platform/mail/text.ts';
import { formatRut } from '#lib/platform/rut.ts';

type Content = Pick<Mail, 'subject' | 'html' | 'text'>;
type Row = { label: string; value: string; href?: string };

/**
 * To the advisors: every answer under its label. The same lead always gives the same bytes, so
 * that a repeated delivery under one idempotency key is recognised by the provider.
 */
export async function leadInternalMail(lead: FormLead): Promise<Content> {
  const name = fullName(lead.answers);
  const title = formCopy[lead.kind].subject;
  const intro = 'Responde este correo para escribirle.';
  const sections = [
    { title: 'Lo que escribió', rows: answerRows(lead) },
    { title: 'Recepción', rows: receptionRows(lead) },
  ];
  const html = await render(
    <MailLayout preview={name} title={title} footer={`Aviso interno de ${brand.name}.`}>
      <Paragraph>{intro}</Paragraph>
      {sections.map(({ title, rows }) => (
        <div key={title}>
          <SectionTitle>{title}</SectionTitle>
          <Details rows={rows} />
        </div>
      ))}
    </MailLayout>,
  );
  const text = [title, intro, ...sections.map(sectionText)].join('\n\n');
  return { subject: `${title}: ${name}`, html, text };
}

/** To an unproved address nothing that was typed, and our link alone. */
export async function leadAcknowledgementMail(
  lead: FormLead,
  { url, isProven }: { url: string; isProven: boolean },
): Promise<Content> {
  const { received: title, next } = formCopy[lead.kind];
  const hi = isProven ? `${hello(lead.answers.primer_nombre)} ` : '';
  const greeting = `${hi}Gracias por escribirnos.`;
  const booking = isProven && lead.kind === 'asesor' ? bookingUrlOf(lead) : null;
  const [invitation, label, href] = booking
    ? ['Si prefieres, elige tú la hora:', 'Agendar mi hora', booking]
    : ['Aquí ves que lo recibimos y qué sigue:', 'Ver mi envío', url];
  const footer = `Recibes este correo porque alguien escribió a ${brand.name} con esta dirección el ${formatDateTime(lead.createdAt)} (hora de Chile). Si no fuiste tú, responde este mensaje y borramos lo enviado.`;
  const html = await render(
    <MailLayout preview="Esto es lo que sigue." title={title} footer={footer}>
      <Paragraph>{greeting}</Paragraph>
      <Paragraph>{invitation}</Paragraph>
      <ButtonLink href={href}>{label}</ButtonLink>
      <SectionTitle>Qué sigue</SectionTitle>
      <Steps items={next} />
    </MailLayout>,
  );
  const steps = stepsText('Qué sigue', next);
  const text = [title, greeting, `${invitation}\n${href}`, steps, footer].join('\n\n');
  return { subject: title, html, text };
}

function answerRows({ answers }: FormLead): Row[] {
  return Object.entries(formLabels).flatMap(([field, label]) => {
    const value: unknown = Object.entries(answers).find(([name]) => name === field)?.[1];
    if (typeof value !== 'string' || value === '') return [];
    return [{ label, value: field === 'rut' ? formatRut(value) : value }];
  });
}

function receptionRows({ id, answers, consentVersion, createdAt }: FormLead): Row[] {
  const accepted = answers.acepta_politicas === true;
  return [
    { label: 'Recibido', value: `${formatDateTime(createdAt)} (hora de Chile)` },
    {
      label: formLabels.acepta_politicas,
      value: accepted ? `Aceptó la versión ${consentVersion}` : 'No marcó que la acepta',
    },
    inboxRow(id),
  ];
}
