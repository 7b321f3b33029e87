import { render } from '@react-email/render';
import { brand } from '#lib/platform/brand.ts';
import { formatDay } from '#lib/platform/format.ts';
import { ButtonLink, MailLayout, MailLink, Paragraph, Small } from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';

/**
 * The link to go on with a request on another device.
 * @param validUntil last moment (ms) at which the link works.
 */
export async function resumeMail({
  url,
  validUntil,
}: {
  url: string;
  validUntil: number;
}): Promise<Pick<Mail, 'subject' | 'html' | 'text'>> {
  const title = 'Sigue con tu solicitud';
  const lead =
    'Abre este enlace en cualquier dispositivo y retoma la solicitud de garantía donde quedó. Al seguir ahí, se cierra en el dispositivo donde estaba.';
  const validity = `Sirve una vez, hasta el ${formatDay(validUntil)}: guardamos tus respuestas por 30 días. Quien tenga el enlace puede verlas, así que no lo compartas.`;
  const footer = `Recibes este correo porque alguien lo pidió en ${brand.name}. Si no fuiste tú, ignóralo: no tienes que hacer nada.`;
  const html = await render(
    <MailLayout preview={lead} title={title} footer={footer}>
      <Paragraph>{lead}</Paragraph>
      <ButtonLink href={url}>Seguir con mi solicitud</ButtonLink>
      <Small>{validity}</Small>
      <Small>
        Si el botón no funciona, copia esta dirección en tu navegador:
        <br />
        <MailLink href={url}>{url}</MailLink>
      </Small>
    </MailLayout>,
  );
  return {
    subject: `Sigue con tu solicitud en ${brand.name}`,
    html,
    text: [title, lead, url, validity, footer].join('\n\n'),
  };
}
