import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { answerTimeText } from '#lib/domain/requests/leads/answer-time.ts';
import {
  type AcknowledgementFacts,
  arrivalHandlers,
  type MeetingFacts,
} from '#lib/domain/requests/leads/arrival-mail.ts';
import type { CallChange } from '#lib/domain/requests/leads/call-schema.ts';
import { formLabels } from '#lib/domain/requests/leads/copy.ts';
import {
  formCopy,
  meetingText,
  meetingTitle,
  nextFormSteps,
  nounOf,
  receivedTitle,
  rewordForMail,
} from '#lib/domain/requests/leads/form-copy.ts';
import { getFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { callHours, closingEnd, wantsWriting } from '#lib/domain/requests/leads/rules.ts';
import {
  answerRows,
  bookingNotice,
  callCalendarUrl,
  type FormLead,
  fullName,
  inboxRow,
  offeredBookingUrl,
  urgentText,
} from '#lib/domain/requests/leads/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  type Block,
  bigNumber,
  button,
  composeMail,
  greetingOf,
  type MailContent,
  paragraph,
  section,
  smallBlock,
  stepsBlock,
} from '#lib/platform/mail/blocks.ts';

const newMessageMails = arrivalHandlers({
  find: getFormLead,
  emailOf: ({ answers }) => answers.correo,
  link: 'lead-receipt',
  toTeam: leadInternalMail,
  toSender: leadAcknowledgementMail,
});

export const leadHandlers = {
  'lead.internal-mail': newMessageMails.internal,
  'lead.acknowledgement': newMessageMails.acknowledgement,
} satisfies DeliveryHandlers;

export function teamMail(
  title: string,
  { id, name }: { id: number; name: string },
  blocks: readonly Block[],
): MailContent {
  return composeMail({ subject: `${title}, ${name}`, title, preview: name, footer: null }, [
    ...blocks,
    section({ title: 'Solicitante', rows: [{ label: 'Nombre', value: name }, inboxRow(id)] }),
    smallBlock('Responde este correo para escribirle.'),
  ]);
}

type Row = { label: string; value: string; href?: string };

/**
 * Composes the mail to the team about a new message. The same lead always gives the same bytes, so
 * that the provider recognises a repeated delivery.
 */
export async function leadInternalMail(
  lead: FormLead,
  { meetingAt }: MeetingFacts = {},
): Promise<MailContent> {
  const name = fullName(lead.answers);
  const title = meetingAt ? 'Reservó una hora en la agenda' : formCopy[lead.kind].subject;
  return composeMail({ subject: `${title}: ${name}`, title, preview: name, footer: null }, [
    ...(meetingAt ? [bigNumber('Hora reservada', meetingText(meetingAt))] : []),
    paragraph('Responde este correo para escribirle.'),
    section({ title: 'Lo que escribió', rows: answerRows(lead.answers) }),
    section({ title: 'Recepción', rows: receptionRows(lead) }),
  ]);
}

/**
 * Composes the mail to the sender. If the e-mail is unproved, the mail repeats no typed text and
 * links only to this site and to our booking page.
 */
export async function leadAcknowledgementMail(
  lead: FormLead,
  { url, isOwn, meetingAt }: AcknowledgementFacts,
): Promise<MailContent> {
  // A meeting that was booked after the message replaces the call.
  const title = meetingAt
    ? meetingTitle(meetingAt)
    : lead.preferred
      ? receivedTitle(lead)
      : formCopy[lead.kind].received;
  const hi = isOwn ? `${greetingOf(lead.answers.primer_nombre)} ` : '';
  const greeting = `${hi}Gracias por ${meetingAt ? 'reservar' : 'escribirnos'}.`;
  const bookingUrl = meetingAt ? null : offeredBookingUrl(lead, { isProved: isOwn });
  const prefersWriting = wantsWriting(lead.answers);
  const next = nextFormSteps(lead, {
    stage: 'new',
    mayAdd: false,
    soon: answerTimeText(lead.createdAt),
    mayBook: bookingUrl !== null && !prefersWriting,
    namesPhone: isOwn,
    now: lead.createdAt,
    meetingAt,
  });
  const urgentNote = urgentText(getEnv().company, {
    now: lead.createdAt,
    closesAt: closingEnd(lead.answers.cuando_cierra, lead.createdAt),
    isDay: true,
  });
  const footer = `Recibes este correo porque alguien escribió a ${brand.name} con esta dirección el ${formatDateTime(lead.createdAt)} (hora de Chile). Si no fuiste tú, responde este correo y borramos lo enviado.`;
  return composeMail({ subject: title, title, preview: 'Esto es lo que sigue.', footer }, [
    paragraph(greeting),
    ...(urgentNote ? [paragraph(urgentNote)] : []),
    bigNumber(`Número de tu ${nounOf(lead.kind)}`, `N.º ${lead.id}`),
    button(`Ver mi ${nounOf(lead.kind)}`, url),
    stepsBlock('Qué sigue', rewordForMail(next)),
    ...callCalendarBlocks(lead, url),
    ...(bookingUrl
      ? [
          smallBlock(prefersWriting ? '¿Prefieres conversarlo?' : 'Para conversarlo,', {
            label: prefersWriting ? 'Elige tu hora' : 'elige tu hora',
            href: bookingUrl,
            after: `. ${bookingNotice}`,
          }),
        ]
      : []),
  ]);
}

/**
 * Composes the links that add a promised call to the reader's calendar or remove the cancelled call
 * `from`. `url` is the page of the message.
 */
export function callCalendarBlocks(
  lead: FormLead,
  url: string,
  { from }: Pick<CallChange, 'from'> = {},
): Block[] {
  const href = callCalendarUrl(lead, url);
  if (!href && callHours(from, 0)) {
    const removal = { label: 'Quítala de tu calendario', href: `${url}/calendario` };
    return [smallBlock('¿La habías agregado?', removal)];
  }
  const label = 'Agrega la llamada a tu calendario';
  return href ? [smallBlock('¿La quieres a la vista?', { label, href })] : [];
}

function receptionRows({ id, answers, consentVersion, createdAt }: FormLead): Row[] {
  const isAccepted = answers.acepta_politicas === true;
  return [
    { label: 'Recibido', value: `${formatDateTime(createdAt)} (hora de Chile)` },
    {
      label: formLabels.acepta_politicas,
      value: isAccepted ? `Aceptó la versión ${consentVersion}` : 'No marcó que la acepta',
    },
    inboxRow(id),
  ];
}
