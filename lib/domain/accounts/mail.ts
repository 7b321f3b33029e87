import { accessMail, browserMail } from '#lib/domain/accounts/access-mail.ts';
import { emailChangeHandlers, takenMail } from '#lib/domain/accounts/email-mail.ts';
import {
  findAccount,
  findOpenReset,
  findReportedBrowser,
  isLiveCode,
} from '#lib/domain/accounts/reads/accounts.ts';
import { findPendingChange, isEmailFree } from '#lib/domain/accounts/reads/email-changes.ts';
import { findContact } from '#lib/domain/accounts/reads/holders.ts';
import { CODE_MINUTES, codeOf, RESET_MINUTES } from '#lib/domain/accounts/rules.ts';
import {
  notMeToken,
  notMeUrl,
  recoverUrl,
  resetToken,
  resetUrl,
} from '#lib/domain/accounts/view.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  bigNumber,
  button,
  composeMail,
  type MailContent,
  paragraph,
  smallBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

/** Payloads hold ids, from which handlers derive codes and links. Expired ones are not sent. */
export const accountHandlers = {
  'account.code-mail': async ({ accountId, codeId, purpose }, { idempotencyKey, now }) => {
    if (!(await isLiveCode(codeId, now))) {
      const isVerified = (await findAccount(accountId))?.emailVerifiedAt;
      return purpose === 'verify' && isVerified ? skip('already_verified') : skip('code_over');
    }
    if (purpose === 'email') {
      const change = await findPendingChange(accountId, now);
      if (!change) return skip('code_over');
      const isFree = await isEmailFree(change.email, { accountId, now });
      const content = isFree ? codeMail(codeOf(codeId), purpose) : takenMail();
      return getMail().send({ ...content, to: change.email, idempotencyKey });
    }
    return mailTo(accountId, idempotencyKey, codeMail(codeOf(codeId), purpose));
  },
  'account.reset-mail': async ({ accountId, resetId }, { idempotencyKey, now }) => {
    if (!(await findOpenReset(resetToken(resetId), now))) return skip('link_over');
    return mailTo(accountId, idempotencyKey, resetMail(resetUrl(resetId)));
  },
  'account.password-changed-mail': async ({ accountId, at, links }, { idempotencyKey }) => {
    return mailTo(accountId, idempotencyKey, securityMail('password', at, links));
  },
  'account.factors-mail': async ({ accountId, at, action }, { idempotencyKey }) => {
    const replyTo = getEnv().mail.internalTo;
    const isAnswered = action === 'factor.reset-asked' && replyTo;
    const content = { ...securityMail(action, at), ...(isAnswered && { replyTo }) };
    return mailTo(accountId, idempotencyKey, content);
  },
  'account.google-linked-mail': async ({ accountId, at, ended }, { idempotencyKey }) => {
    return mailTo(accountId, idempotencyKey, securityMail(ended ? 'googleAlone' : 'google', at));
  },
  'account.new-browser-mail': async ({ accountId, browserId, ...sighting }, { idempotencyKey }) => {
    // Once all access was ended, the mailed link would do nothing.
    if (!(await findReportedBrowser(notMeToken(browserId)))) return skip('link_over');
    return mailTo(accountId, idempotencyKey, browserMail(sighting, notMeUrl(browserId)));
  },
  'account.access-mail': async ({ accountId, change }, { idempotencyKey }) => {
    const replyTo = getEnv().mail.internalTo;
    const content = { ...accessMail(change), ...(replyTo && { replyTo }) };
    return mailTo(accountId, idempotencyKey, content);
  },
  ...emailChangeHandlers,
} satisfies DeliveryHandlers;

async function mailTo(
  accountId: string,
  idempotencyKey: string,
  content: MailContent & { replyTo?: string },
): Promise<unknown> {
  const to = await findContact({ holderId: accountId });
  return to ? getMail().send({ ...content, to, idempotencyKey }) : skip('no_recipient');
}

function codeMail(code: string, purpose: keyof typeof codeTexts): MailContent {
  const { title, intro, footer } = codeTexts[purpose];
  const validity = `Vale ${CODE_MINUTES} minutos y se usa una sola vez. Nadie de ${brand.name} te lo pedirá.`;
  const subject = `${code} es tu código de ${brand.name}`;
  return composeMail({ subject, title, preview: `Tu código es ${code}`, footer }, [
    paragraph(intro),
    bigNumber('Código', code),
    smallBlock(validity),
  ]);
}

function resetMail(url: string): MailContent {
  const title = 'Elige una contraseña nueva';
  const intro = 'Pediste cambiar tu contraseña. Abre este enlace y escribe tu contraseña nueva.';
  const validity = `Vale ${RESET_MINUTES} minutos y se usa una sola vez. Al cambiarla se cierran todas tus sesiones, se desconecta Google y se cierra el enlace de tu calendario.`;
  const subject = `Cambia tu contraseña de ${brand.name}`;
  return composeMail({ subject, title, preview: intro, footer: notMeText }, [
    paragraph(intro),
    button('Cambiar mi contraseña', url),
    smallBlock(validity),
    urlAsText(url),
  ]);
}

/** A notice is sent even if the owner made the change, because that may be somebody else. */
function securityMail(change: keyof typeof securityTexts, at: number, links = 0): MailContent {
  const { title, intro } = securityTexts[change];
  const dateText = `Fue el ${formatDateTime(at)}, hora de Chile.`;
  // A new password does not stop a reset of the factors: only the team withdraws it.
  const stopText =
    change === 'factor.reset-asked'
      ? 'Si no fuiste tú, responde este correo cuanto antes y el equipo lo cancela. Elige además'
      : 'Si no fuiste tú, elige ahora';
  const help = `${stopText} otra contraseña con este botón: se cierran todas las sesiones, se desconecta Google y se cierra el enlace de tu calendario.`;
  const linksUrl = `${getEnv().appUrl}/panel/documentos/enlaces`;
  const openLinksText = `${links === 1 ? 'Sigue abierto 1 enlace' : `Siguen abiertos ${links} enlaces`} a tus documentos. Cierra los que no reconozcas.`;
  const footer = `Este aviso se envía siempre que cambia la forma de ingresar a tu cuenta de ${brand.name}.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(`${intro} ${dateText}`),
    paragraph(help),
    ...(links > 0 ? [paragraph(openLinksText, { label: 'Ver mis enlaces', href: linksUrl })] : []),
    button('No fui yo', recoverUrl()),
  ]);
}

const notMeText = 'Si no lo pediste, ignora este correo: tu contraseña sigue siendo la misma.';

const codeTexts = {
  verify: {
    title: 'Verifica tu correo',
    intro: 'Escribe este código en la página donde creaste tu cuenta.',
    footer: `Recibes este correo porque alguien creó una cuenta en ${brand.name} con esta dirección. Si no fuiste tú, ignóralo.`,
  },
  proof: {
    title: 'Confirma que eres tú',
    intro: 'Escribe este código en la página que te lo pidió.',
    footer: 'Si no lo pediste, ignora este correo y revisa tus sesiones abiertas.',
  },
  email: {
    title: 'Confirma tu correo nuevo',
    intro: 'Escribe este código en la página donde pediste cambiar tu correo.',
    footer: `Recibes este correo porque alguien quiere usar esta dirección en su cuenta de ${brand.name}. Si no fuiste tú, ignóralo: sin el código nada cambia.`,
  },
  google: {
    title: 'Confirma que quieres conectar Google',
    intro: 'Escribe este código para ingresar a tu cuenta con Google.',
    footer:
      'Si no lo pediste, ignora este correo: sin el código nadie conecta Google con tu cuenta.',
  },
} as const;

const securityTexts = {
  password: { title: 'Cambió tu contraseña', intro: 'La contraseña de tu cuenta cambió.' },
  'factor.totp-added': {
    title: 'Conectaste una app de códigos',
    intro: 'Ahora, para ingresar a tu cuenta, pedimos también el código que muestra tu app.',
  },
  'factor.totp-removed': {
    title: 'Quitaste la app de códigos',
    intro: 'Los códigos de esa app ya no sirven para ingresar a tu cuenta.',
  },
  'factor.passkey-added': {
    title: 'Agregaste una llave de acceso',
    intro:
      'Ahora puedes ingresar a tu cuenta con esa llave. Con la contraseña pedimos además un segundo paso.',
  },
  'factor.passkey-removed': {
    title: 'Quitaste una llave de acceso',
    intro: 'Esa llave ya no sirve para ingresar a tu cuenta.',
  },
  'factor.recovery-renewed': {
    title: 'Creaste códigos de respaldo nuevos',
    intro: 'Los códigos de respaldo de antes ya no sirven.',
  },
  'factor.recovery-used': {
    title: 'Usaste un código de respaldo',
    intro:
      'Se ingresó a tu cuenta con un código de respaldo, en vez de tu app o tu llave. Ese código ya no sirve.',
  },
  'factor.reset-asked': {
    title: 'Pidieron quitar tu verificación en dos pasos',
    intro:
      'Alguien que dice ser tú escribió que perdió su llave o su teléfono. Si otra persona del equipo lo aprueba, se quita y se cierran tus sesiones.',
  },
  'factor.reset-approved': {
    title: 'Se quitó la verificación en dos pasos que pediste',
    intro:
      'Otra persona del equipo aprobó tu pedido: esa cuenta quedó sin verificación en dos pasos y sin sesiones.',
  },
  'factor.reset': {
    title: 'Quitamos tu verificación en dos pasos',
    intro:
      'El equipo quitó tus llaves, tu app de códigos y tus códigos de respaldo, y cerró tus sesiones. Ingresa y actívala otra vez.',
  },
  google: {
    title: 'Conectaste Google',
    intro: 'Tu cuenta quedó conectada con Google: ahora puedes ingresar con él.',
  },
  googleAlone: {
    title: 'Conectaste Google',
    intro:
      'Tu cuenta quedó conectada con Google: ahora ingresas con él. Para que nadie más siga dentro, la contraseña de antes ya no sirve y se cerraron las demás sesiones y el enlace de tu calendario. Si prefieres una contraseña, créala con “Olvidé mi contraseña”: así se desconecta Google.',
  },
} as const;
