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

/**
 * To the person: that it arrived and what happens next. Nobody has confirmed the address, so
 * nothing that was typed but a plain first name is in it.
 */
export async function leadAcknowledgementMail(lead: FormLead): Promise<Content> {
  const { received: title, next } = formCopy[lead.kind];
  const greeting = `${hello(lead.answers.primer_nombre)} Gracias por escribirnos.`;
  const booking = lead.kind === 'asesor' ? bookingUrlOf(lead) : null;
  const invitation = 'Si prefieres, elige tú la hora:';
  const footer = `Recibes este correo porque alguien escribió a ${brand.name} con esta dirección el ${formatDateTime(lead.createdAt)} (hora de Chile). Si no fuiste tú, responde este mensaje y borramos lo enviado.`;
  const html = await render(
    <MailLayout preview="Esto es lo que sigue." title={title} footer={footer}>
      <Paragraph>{greeting}</Paragraph>
      {booking && (
        <>
          <Paragraph>{invitation}</Paragraph>
          <ButtonLink href={booking}>Agendar mi hora</ButtonLink>
        </>
      )}
      <SectionTitle>Qué sigue</SectionTitle>
      <Steps items={next} />
    </MailLayout>,
  );
  const text = [
    title,
    greeting,
    ...(booking ? [`${invitation}\n${booking}`] : []),
    stepsText('Qué sigue', next),
    footer,
  ].join('\n\n');
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
