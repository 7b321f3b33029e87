import { CODE_MINUTES, RESET_MINUTES } from '#lib/domain/accounts/rules.ts';
import { brand } from '#lib/platform/brand.ts';
import { getEnv } from '#lib/platform/env.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import {
  addressAsText,
  bigNumber,
  button,
  composeMail,
  type MailContent,
  paragraph,
  small,
} from '#lib/platform/mail/blocks.tsx';

export async function codeMail(
  code: string,
  purpose: keyof typeof codeTexts,
): Promise<MailContent> {
  const { title, lead, footer } = codeTexts[purpose];
  const validity = `Vale ${CODE_MINUTES} minutos y se usa una sola vez. Nadie de ${brand.name} te lo pedirá.`;
  const subject = `${code} es tu código de ${brand.name}`;
  return composeMail({ subject, title, preview: `Tu código es ${code}`, footer }, [
    paragraph(lead),
    bigNumber('Código', code),
    small(validity),
  ]);
}

export async function resetMail(url: string): Promise<MailContent> {
  const title = 'Elige una contraseña nueva';
  const lead = 'Pediste cambiar tu contraseña. Abre este enlace y escribe tu contraseña nueva.';
  const validity = `Vale ${RESET_MINUTES} minutos y se usa una sola vez. Al cambiarla se cierran todas tus sesiones, se desconecta Google y termina la dirección de tu calendario.`;
  const subject = `Cambia tu contraseña de ${brand.name}`;
  return composeMail({ subject, title, preview: lead, footer: notMe }, [
    paragraph(lead),
    button('Cambiar mi contraseña', url),
    small(validity),
    addressAsText(url),
  ]);
}

/** Any change of access is told to the owner, their own changes too. */
export async function securityMail(
  change: keyof typeof securityTexts,
  at: number,
  recoverUrl: string,
  links = 0,
): Promise<MailContent> {
  const { title, lead } = securityTexts[change];
  const when = `Fue el ${formatDateTime(at)}, hora de Chile.`;
  const help =
    'Si no fuiste tú, elige ahora otra contraseña con este botón: se cierran todas las sesiones, se desconecta Google y termina la dirección de tu calendario.';
  const linksUrl = `${getEnv().appUrl}/panel/documentos/enlaces`;
  const open = `${links === 1 ? 'Sigue abierto 1 enlace' : `Siguen abiertos ${links} enlaces`} a tus documentos. Cierra los que no reconozcas.`;
  const footer = `Este aviso se envía siempre que hay una forma nueva de entrar a tu cuenta de ${brand.name}.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: lead, footer }, [
    paragraph(`${lead} ${when}`),
    paragraph(help),
    ...(links > 0 ? [paragraph(open, { label: 'Ver mis enlaces', href: linksUrl })] : []),
    button('No fui yo', recoverUrl),
  ]);
}

const notMe = 'Si no lo pediste, ignora este correo: tu contraseña sigue siendo la misma.';

const codeTexts = {
  verify: {
    title: 'Verifica tu correo',
    lead: 'Escribe este código en la página donde creaste tu cuenta.',
    footer: `Recibes este correo porque alguien creó una cuenta en ${brand.name} con esta dirección. Si no fuiste tú, ignóralo.`,
  },
  delete: {
    title: 'Confirma que quieres eliminar tu cuenta',
    lead: 'Escribe este código para eliminar tu cuenta y tus datos. No se puede deshacer.',
    footer: 'Si no lo pediste, ignora este correo y revisa tus sesiones abiertas.',
  },
  google: {
    title: 'Confirma que quieres conectar Google',
    lead: 'Escribe este código para entrar a tu cuenta con Google.',
    footer:
      'Si no lo pediste, ignora este correo: sin el código nadie conecta Google con tu cuenta.',
  },
} as const;

const securityTexts = {
  password: { title: 'Cambió tu contraseña', lead: 'La contraseña de tu cuenta cambió.' },
  google: {
    title: 'Conectaste Google',
    lead: 'Tu cuenta quedó conectada con Google: ahora puedes entrar con él.',
  },
  googleAlone: {
    title: 'Conectaste Google',
    lead: 'Tu cuenta quedó conectada con Google: ahora entras con él. Para que nadie más siga dentro, la contraseña de antes ya no sirve y se cerraron las demás sesiones y la dirección de tu calendario. Si prefieres una contraseña, créala con “Olvidé mi contraseña”: así se desconecta Google.',
  },
} as const;
