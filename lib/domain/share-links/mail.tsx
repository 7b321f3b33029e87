import { render } from '@react-email/render';
import { brand } from '#lib/platform/brand.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import { ButtonLink, MailLayout, Paragraph, Small } from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';

type Locked = { name: string; tries: number; until: number; linksUrl: string };

/** To the owner: so many wrong passwords that the link takes none for a day. */
export async function lockedMail(locked: Locked): Promise<Pick<Mail, 'subject' | 'html' | 'text'>> {
  const { name, tries, until, linksUrl } = locked;
  const title = 'Tu enlace no recibe contraseñas por un día';
  const lead = `Alguien probó ${tries} contraseñas equivocadas en “${name}”. Para cuidarlo, el enlace no recibe contraseñas hasta el ${formatDateTime(until)}, hora de Chile.`;
  const help =
    'Si no fue a quien se lo enviaste, cierra el enlace y crea otro con una contraseña distinta.';
  const footer = `Te lo contamos porque creaste este enlace en ${brand.name}.`;
  const html = await render(
    <MailLayout preview={lead} title={title} footer={footer}>
      <Paragraph>{lead}</Paragraph>
      <Paragraph>{help}</Paragraph>
      <ButtonLink href={linksUrl}>Ver mis enlaces</ButtonLink>
    </MailLayout>,
  );
  const text = [title, lead, help, linksUrl, footer].join('\n\n');
  return { subject: `Probaron muchas contraseñas: ${name}`, html, text };
}

type Opened = {
  name: string;
  at: number;
  place: string;
  device: string;
  linksUrl: string;
};

/** To the owner, once: a visitor received a file through a link with this notice. */
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
