import { render } from '@react-email/render';
import { brand } from '#lib/platform/brand.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import { ButtonLink, MailLayout, Paragraph, Small } from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';

type Opened = {
  /** The link's own name, or the document's. */
  name: string;
  at: number;
  place: string;
  device: string;
  linksUrl: string;
};

/** To the owner, once: somebody received a file through a link that asked for this notice. */
export async function openedMail(opened: Opened): Promise<Pick<Mail, 'subject' | 'html' | 'text'>> {
  const { name, at, place, device, linksUrl } = opened;
  const title = 'Abrieron tu enlace';
  const lead = `Alguien abrió “${name}” por primera vez el ${formatDateTime(at)}, hora de Chile.`;
  const from = `${device}, desde la red ${place}.`;
  const help = 'Si no lo esperabas, puedes cerrar el enlace: deja de funcionar al instante.';
  const footer = `Pediste este aviso al crear el enlace en ${brand.name}. No enviamos más por las aperturas que sigan.`;
  const html = await render(
    <MailLayout preview={lead} title={title} footer={footer}>
      <Paragraph>{lead}</Paragraph>
      <Small>{from}</Small>
      <Paragraph>{help}</Paragraph>
      <ButtonLink href={linksUrl}>Ver mis enlaces</ButtonLink>
    </MailLayout>,
  );
  const text = [title, lead, from, help, linksUrl, footer].join('\n\n');
  return { subject: `Abrieron tu enlace: ${name}`, html, text };
}
