import { brand } from '#lib/platform/brand.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  small,
} from '#lib/platform/mail/blocks.tsx';

type Locked = { name: string; tries: number; until: number; linksUrl: string };

/** To the owner: so many wrong passwords that the link takes none for a day. */
export async function lockedMail({ name, tries, until, linksUrl }: Locked): Promise<MailContent> {
  const lead = `Alguien probó ${tries} contraseñas equivocadas en “${name}”. Para cuidarlo, el enlace no recibe contraseñas hasta el ${formatDateTime(until)}, hora de Chile.`;
  const help =
    'Si no fue a quien se lo enviaste, cierra el enlace y crea otro con una contraseña distinta.';
  return composeMail(
    {
      subject: `Probaron muchas contraseñas: ${name}`,
      title: 'Tu enlace no recibe contraseñas por un día',
      preview: lead,
      footer: `Te lo contamos porque creaste este enlace en ${brand.name}.`,
    },
    [paragraph(lead), paragraph(help), button('Ver mis enlaces', linksUrl)],
  );
}

type Opened = {
  name: string;
  at: number;
  place: string;
  device: string;
  linksUrl: string;
};

/** To the owner, once: a visitor received a file through a link with this notice. */
export async function openedMail(opened: Opened): Promise<MailContent> {
  const { name, at, place, device, linksUrl } = opened;
  const lead = `Alguien abrió “${name}” por primera vez el ${formatDateTime(at)}, hora de Chile.`;
  const help = 'Si no lo esperabas, puedes cerrar el enlace: deja de funcionar al instante.';
  return composeMail(
    {
      subject: `Abrieron tu enlace: ${name}`,
      title: 'Abrieron tu enlace',
      preview: lead,
      footer: `Pediste este aviso al crear el enlace en ${brand.name}. No enviamos más por las aperturas que sigan.`,
    },
    [
      paragraph(lead),
      small(`${device}, desde la red ${place}.`),
      paragraph(help),
      button('Ver mis enlaces', linksUrl),
    ],
  );
}
