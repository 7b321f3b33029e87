import { z } from 'zod';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { addressed } from '#lib/domain/requests/leads/addressing.ts';
import { formCopy, formLabels, inThisMail } from '#lib/domain/requests/leads/copy.ts';
import { getFormLead } from '#lib/domain/requests/leads/reads.ts';
import {
  answerRows,
  bookingUrlOf,
  type FormLead,
  fullName,
  inboxRow,
} from '#lib/domain/requests/leads/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  type Block,
  button,
  composeMail,
  hello,
  type MailContent,
  paragraph,
  section,
  small,
  steps,
} from '#lib/platform/mail/blocks.ts';
import { getAdvisorsAddress, getMail } from '#lib/platform/mail/open.ts';

export const leadHandlers = {
  'lead.internal-mail': async (payload, { idempotencyKey }) => {
    const lead = await leadOf(payload);
    await getMail().send({
      ...(await leadInternalMail(lead)),
      to: getAdvisorsAddress(),
      replyTo: lead.answers.correo,
      idempotencyKey,
    });
  },

  'lead.acknowledgement': async (payload, { idempotencyKey }) => {
    const lead = await leadOf(payload);
    const { linkId, leadId, isOwn, isFlooded } = payloadSchema.parse(payload);
    if (isFlooded) return;
    const url = linkUrl('lead-receipt', linkId ?? String(leadId));
    const { correo } = lead.answers;
    await getMail().send({
      ...(await leadAcknowledgementMail(lead, { url, isOwn })),
      to: correo,
      replyTo: getEnv().mail.internalTo,
      idempotencyKey,
    });
  },
} satisfies Handlers;

/** Deliveries from before links have no `linkId`: the id of their link is the lead's. */
const payloadSchema = z.object({
  leadId: z.int(),
  linkId: z.string().optional(),
  ...addressed.shape,
});

async function leadOf(payload: unknown) {
  return getFormLead(payloadSchema.parse(payload).leadId);
}

/** Tells the team about an act of an applicant; a reply goes to the applicant. */
export function teamMail(
  title: string,
  { id, name }: { id: number; name: string },
  blocks: readonly Block[],
): MailContent {
  return composeMail({ subject: `${title}, ${name}`, title, preview: name, footer: null }, [
    ...blocks,
    section({ title: 'Solicitante', rows: [{ label: 'Nombre', value: name }, inboxRow(id)] }),
    small('Responde este correo para escribirle.'),
  ]);
}

type Row = { label: string; value: string; href?: string };

/** Writes to the team. The same lead gives the same bytes: they identify a repeated delivery. */
export async function leadInternalMail(lead: FormLead): Promise<MailContent> {
  const name = fullName(lead.answers);
  const title = formCopy[lead.kind].subject;
  return composeMail({ subject: `${title}: ${name}`, title, preview: name, footer: null }, [
    paragraph('Responde este correo para escribirle.'),
    section({ title: 'Lo que escribió', rows: answerRows(lead.answers) }),
    section({ title: 'Recepción', rows: receptionRows(lead) }),
  ]);
}

/** Sends an unproved address no typed text, and no link but ours. */
export async function leadAcknowledgementMail(
  lead: FormLead,
  { url, isOwn }: { url: string; isOwn: boolean },
): Promise<MailContent> {
  const { received: title, next } = formCopy[lead.kind];
  const hi = isOwn ? `${hello(lead.answers.primer_nombre)} ` : '';
  const greeting = `${hi}Gracias por escribirnos.`;
  const booking = isOwn && lead.kind === 'asesor' ? bookingUrlOf(lead) : null;
  const [invitation, label, href] = booking
    ? ['Si prefieres, elige tú la hora:', 'Agendar mi hora', booking]
    : ['Aquí ves que lo recibimos y qué sigue:', 'Ver qué sigue', url];
  const footer = `Recibes este correo porque alguien escribió a ${brand.name} con esta dirección el ${formatDateTime(lead.createdAt)} (hora de Chile). Si no fuiste tú, responde este correo y borramos lo enviado.`;
  return composeMail({ subject: title, title, preview: 'Esto es lo que sigue.', footer }, [
    paragraph(greeting),
    paragraph(invitation),
    button(label, href),
    steps('Qué sigue', inThisMail(next)),
  ]);
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
