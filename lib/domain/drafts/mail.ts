import type { DeliveryPayload } from '#lib/domain/deliveries/schema.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { tenderWithName } from '#lib/domain/requests/submissions/view.ts';
import { formatDateTime, formatDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import {
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  smallBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

export const draftHandlers = {
  'draft.resume-mail': async ({ linkId, draftId, email, ...facts }, { idempotencyKey }) => {
    const content = await resumeMail({ ...facts, url: linkUrl('resume', linkId ?? draftId) });
    await getMail().send({ ...content, to: email, idempotencyKey });
  },
} satisfies DeliveryHandlers;

/**
 * Composes the mail with the link to resume a draft. `validUntil` is the time (ms) at which the
 * link ends. The only answer in the mail is the tender's id, because anyone can have the link
 * mailed to any e-mail.
 */
export async function resumeMail({
  url,
  validUntil,
  tenderId = '',
  tenderName,
  closesAt,
}: Omit<DeliveryPayload<'draft.resume-mail'>, 'email' | 'linkId' | 'draftId'> & {
  url: string;
}): Promise<MailContent> {
  const rows = [
    { label: 'Licitación', value: tenderWithName(tenderId, tenderName) },
    { label: 'Cierre', value: closesAt ? formatDateTime(closesAt) : '' },
  ].filter(({ value }) => value);
  const title = 'Sigue con tu solicitud';
  const intro =
    'Abre este enlace en cualquier dispositivo y retoma la solicitud de garantía donde quedó. Al seguir ahí, se cierra en el dispositivo donde estaba.';
  const validity = `Sirve una vez, hasta el ${formatDay(validUntil)}: guardamos tus respuestas por 30 días. Quien tenga el enlace puede verlas, así que no lo compartas.`;
  const footer = `Recibes este correo porque alguien lo pidió en ${brand.name}. Si no fuiste tú, ignóralo: no tienes que hacer nada.`;
  const subject = `Sigue con tu solicitud en ${brand.name}${tenderId && `: ${tenderId}`}`;
  return composeMail({ subject, title, preview: intro, footer }, [
    paragraph(intro),
    ...(rows.length > 0 ? [details(rows)] : []),
    button('Seguir con mi solicitud', url),
    smallBlock(validity),
    urlAsText(url),
  ]);
}
