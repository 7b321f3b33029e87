import { linkCopy, type Renewable } from '#lib/domain/links/copy.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { formatDay } from '#lib/platform/format.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  small,
} from '#lib/platform/mail/blocks.tsx';

/** A new link to an earlier subject; it holds no typed text. */
export async function linkMail(
  kind: Renewable,
  { id, subject, endsAt }: { id: string; subject: string; endsAt: number },
): Promise<MailContent> {
  const words = linkCopy[kind];
  const title = 'Tu enlace nuevo';
  const lead = words.opens(subject);
  const validity = `Sirve hasta el ${formatDay(endsAt)}. Quien tenga el enlace puede abrirlo, así que no lo compartas.`;
  const footer = `Recibes este correo porque alguien pidió en ${brand.name} un enlace nuevo para algo que se envió con esta dirección. Si no fuiste tú, ignóralo: no tienes que hacer nada.`;
  return composeMail({ subject: title, title, preview: lead, footer }, [
    paragraph(lead),
    button(words.button, linkUrl(kind, id)),
    small(validity),
  ]);
}
