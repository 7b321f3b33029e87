import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { formatDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  smallBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

export const draftHandlers = {
  'draft.resume-mail': async ({ linkId, draftId, email, validUntil }, { idempotencyKey }) => {
    const content = await resumeMail({ url: linkUrl('resume', linkId ?? draftId), validUntil });
    await getMail().send({ ...content, to: email, idempotencyKey });
  },
} satisfies Handlers;

/**
 * Composes the mail with the link to resume a draft. `validUntil` is the last moment (ms) at which
 * the link works.
 */
export async function resumeMail({
  url,
  validUntil,
}: {
  url: string;
  validUntil: number;
}): Promise<MailContent> {
  const title = 'Sigue con tu solicitud';
  const lead =
    'Abre este enlace en cualquier dispositivo y retoma la solicitud de garantía donde quedó. Al seguir ahí, se cierra en el dispositivo donde estaba.';
  const validity = `Sirve una vez, hasta el ${formatDay(validUntil)}: guardamos tus respuestas por 30 días. Quien tenga el enlace puede verlas, así que no lo compartas.`;
  const footer = `Recibes este correo porque alguien lo pidió en ${brand.name}. Si no fuiste tú, ignóralo: no tienes que hacer nada.`;
  const subject = `Sigue con tu solicitud en ${brand.name}`;
  return composeMail({ subject, title, preview: lead, footer }, [
    paragraph(lead),
    button('Seguir con mi solicitud', url),
    smallBlock(validity),
    urlAsText(url),
  ]);
}
