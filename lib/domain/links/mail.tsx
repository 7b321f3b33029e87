import { render } from '@react-email/render';
import { linkCopy, type Renewable } from '#lib/domain/links/copy.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { formatDay } from '#lib/platform/format.ts';
import { ButtonLink, MailLayout, Paragraph, Small } from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';

/** A new link to an earlier subject; it holds no typed text. */
export async function linkMail(
  kind: Renewable,
  { id, subject, endsAt }: { id: string; subject: string; endsAt: number },
): Promise<Pick<Mail, 'subject' | 'html' | 'text'>> {
  const { opens, button } = linkCopy[kind];
  const title = 'Tu enlace nuevo';
  const lead = opens(subject);
  const url = linkUrl(kind, id);
  const validity = `Sirve hasta el ${formatDay(endsAt)}. Quien tenga el enlace puede abrirlo, así que no lo compartas.`;
  const footer = `Recibes este correo porque alguien pidió en ${brand.name} un enlace nuevo para algo que se envió con esta dirección. Si no fuiste tú, ignóralo: no tienes que hacer nada.`;
  const html = await render(
    <MailLayout preview={lead} title={title} footer={footer}>
      <Paragraph>{lead}</Paragraph>
      <ButtonLink href={url}>{button}</ButtonLink>
      <Small>{validity}</Small>
    </MailLayout>,
  );
  return { subject: title, html, text: [title, lead, url, validity, footer].join('\n\n') };
}
