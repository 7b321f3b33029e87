import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { factRows } from '#lib/domain/issued-guarantees/copy.ts';
import { findByNumber, type IssuedDetail } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { handoverOf } from '#lib/domain/issued-guarantees/steps.ts';
import { readRequestUrl } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { findNamedTender } from '#lib/domain/marketplace/reads/tenders.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { handoverText } from '#lib/domain/requests/submissions/rules.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  bigNumber,
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  smallBlock,
  stepsBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

export const issuedHandlers = {
  'issued.mail': async ({ number, linkId }, { idempotencyKey }) => {
    const record = await findByNumber(number);
    if (!record) return skip('not_found');
    if (record.reported === 'anulada') return skip('annulled');
    await sendToApplicant(
      record,
      await issuedMail(record, linkUrl('issued', linkId)),
      idempotencyKey,
    );
  },
  'issued.mistake-mail': async ({ number }, { idempotencyKey }) => {
    const record = await findByNumber(number);
    if (!record) return skip('not_found');
    await sendToApplicant(record, await mistakeMail(record), idempotencyKey);
  },
} satisfies DeliveryHandlers;

async function sendToApplicant(record: IssuedDetail, mail: MailContent, idempotencyKey: string) {
  const { internalTo: replyTo } = getEnv().mail;
  await getMail().send({ ...mail, to: record.email, replyTo, idempotencyKey });
}

const footer = `Recibes este correo porque pediste una garantía en ${brand.name} con esta dirección.`;

/** Composes the mail to an applicant who was notified of a record that was annulled later. */
async function mistakeMail(record: IssuedDetail): Promise<MailContent> {
  const { number } = record;
  const title = 'Anulamos una garantía que te avisamos';
  const preview = `La Garantía N.º ${number} se registró por error.`;
  return composeMail({ subject: `${title}: N.º ${number}`, title, preview, footer }, [
    paragraph(
      `La Garantía N.º ${number} se registró por error: no entregues ese documento. Su enlace dice que está anulada, y su código ya no la muestra.`,
    ),
    details(factRows(record)),
    paragraph('Cuando registremos la correcta, te llega en otro correo.'),
    smallBlock('¿Ya la entregaste, o tienes dudas? Responde este correo.'),
  ]);
}

/** Composes the mail about a new record. It has a link that expires, and not the file. */
async function issuedMail(record: IssuedDetail, url: string): Promise<MailContent> {
  const { number } = record;
  const title = 'Tu garantía está lista';
  const preview = `${guaranteeTypeCopy[record.type].label}, ${record.issuerName}`;
  const closesAt = (await findNamedTender(record.tenderId ?? ''))?.closesAt ?? null;
  // The time of sending is not used, because a retry must send the same bytes.
  const now = record.createdAt;
  const handInBy = handoverText([{ tipoGarantia: record.type }], closesAt, now);
  const { steps, page } = handoverOf(record, {
    closesAt,
    isClosed: closesAt !== null && closesAt <= now,
  });
  const request = record.submissionId
    ? `${(await readRequestUrl(record.submissionId)).url}#mensaje`
    : null;
  return composeMail({ subject: `${title}: Garantía N.º ${number}`, title, preview, footer }, [
    ...(handInBy ? [paragraph(handInBy)] : []),
    paragraph('Descarga el documento y su hoja de entrega.'),
    bigNumber('Garantía', `N.º ${number}`),
    details(factRows(record)),
    button('Ver mi garantía', url),
    stepsBlock('Cómo entregarla', steps),
    ...(page ? [paragraph('Su licitación:', page)] : []),
    smallBlock('El enlace sirve 30 días. Quien lo tenga puede abrirlo, así que no lo compartas.'),
    smallBlock(
      'Con una cuenta de este mismo correo la ves en tu panel, y te avisamos antes de que venza.',
    ),
    ...(request
      ? [smallBlock('¿Algo no calza?', { label: 'Avísanos en tu solicitud', href: request })]
      : []),
    smallBlock('También puedes responder este correo.'),
    urlAsText(url),
  ]);
}
