import { formatDateTime } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import {
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';

export type BrowserSighting = { device: string; place: string; at: number };

/** Lists the device and the time of a login or another act and, if it is known, the network. */
export const browserDetails = ({ device, place, at }: BrowserSighting) =>
  details([
    { label: 'Dispositivo', value: device },
    { label: 'Cuándo', value: `${formatDateTime(at)}, hora de Chile` },
    ...(place === 'desconocida' ? [] : [{ label: 'Red', value: place }]),
  ]);

/** Composes the mail about a login from a new browser. `url` leads to the page "No fui yo". */
export function browserMail(sighting: BrowserSighting, url: string): MailContent {
  const title = 'Ingreso desde un navegador nuevo';
  const intro = 'Alguien ingresó a tu cuenta desde un navegador que no conocíamos.';
  const footer = `Este aviso se envía cuando se ingresa a tu cuenta de ${brand.name} desde un navegador nuevo.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(intro),
    browserDetails(sighting),
    paragraph(
      'Si fuiste tú, no tienes que hacer nada. Si no, cierra todo el acceso con este botón.',
    ),
    button('No fui yo', url),
    urlAsText(url),
  ]);
}

/**
 * Tells a person that the team changed their access. The team's reason is left out, because it may
 * be about another person.
 */
export function accessMail(change: keyof typeof accessTexts): MailContent {
  const { title, intro } = accessTexts[change];
  const footer = `Este aviso se envía cuando el equipo de ${brand.name} cambia el acceso a una cuenta.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(intro),
    paragraph('Si crees que es un error, responde este correo.'),
  ]);
}

const accessTexts = {
  suspend: {
    title: 'Suspendimos tu cuenta',
    intro:
      'No puedes ingresar, y los enlaces a tus documentos no muestran nada. Tus documentos y solicitudes siguen guardados.',
  },
  reinstate: {
    title: 'Reactivamos tu cuenta',
    intro: 'Ya puedes ingresar otra vez, y los enlaces que compartiste vuelven a funcionar.',
  },
  sessions: {
    title: 'Cerramos tus sesiones',
    intro:
      'Cerramos todas las sesiones de tu cuenta y el enlace de tu calendario. Puedes ingresar otra vez, como siempre.',
  },
};
