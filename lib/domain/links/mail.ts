import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { linkCopy, type ResendableLinkKind } from '#lib/domain/links/copy.ts';
import { findLinkById, findRecipient } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { formatDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  smallBlock,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

export const linkHandlers = {
  'link.mail': async ({ kind, linkId }, { idempotencyKey, now }) => {
    const link = await findLinkById(kind, linkId);
    if (!link || isEnded(link, now)) return skip('link_over');
    const to = await findRecipient(kind, link.subject);
    if (!to) return skip('no_recipient');
    const { internalTo } = getEnv().mail;
    await getMail().send({
      ...(await linkMail(kind, link)),
      to,
      replyTo: internalTo,
      idempotencyKey,
    });
  },
} satisfies DeliveryHandlers;

/** Composes the mail with a new link. It contains no typed text, because anyone can request it. */
async function linkMail(
  kind: ResendableLinkKind,
  { id, subject, endsAt }: { id: string; subject: string; endsAt: number },
): Promise<MailContent> {
  const words = linkCopy[kind];
  const title = 'Tu enlace nuevo';
  const introText = words.opens(subject);
  const validity = `Sirve hasta el ${formatDay(endsAt)}. Quien tenga el enlace puede abrirlo, así que no lo compartas.`;
  const footer = `Recibes este correo porque alguien pidió en ${brand.name} un enlace nuevo para algo que se envió con esta dirección. Si no fuiste tú, ignóralo: no tienes que hacer nada.`;
  return composeMail({ subject: title, title, preview: introText, footer }, [
    paragraph(introText),
    button(words.button, linkUrl(kind, id)),
    smallBlock(validity),
  ]);
}
