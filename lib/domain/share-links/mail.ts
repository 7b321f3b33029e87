import { asc, eq } from 'drizzle-orm';
import { deviceOf } from '#lib/domain/accounts/device.ts';
import { findContact } from '#lib/domain/accounts/reads/holders.ts';
import { codeOf } from '#lib/domain/accounts/rules.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { findShareLink, type ShareLink } from '#lib/domain/share-links/reads/links.ts';
import { CODE_MS, lockedUntil, MAX_WRONG_PASSWORDS } from '#lib/domain/share-links/rules.ts';
import { parseRecipientEmail } from '#lib/domain/share-links/schema.ts';
import { linkHeading, mailedTitles, shortUrlOf } from '#lib/domain/share-links/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { shareOpenings } from '#lib/platform/db/schema/share-links.ts';
import {
  bigNumber,
  button,
  composeMail,
  type MailContent,
  paragraph,
  smallBlock,
  typedBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

/** Sends the mails about links. None is sent if the link or the account was deleted. */
export const shareLinkHandlers = {
  'share.opened': async ({ linkId }, { idempotencyKey }) => {
    const link = await findShareLink(linkId);
    const [firstOpening] = link ? await selectFirstOpening(link.id) : [];
    if (!link || !firstOpening) return skip('link_over');
    return mailOwner(link, openedTexts(link, firstOpening), idempotencyKey);
  },

  'share.locked': async ({ linkId, at }, { idempotencyKey, now }) => {
    const link = await findShareLink(linkId);
    const lockEnd = link && link.expiresAt > now ? lockedUntil(link, at) : null;
    if (!link || lockEnd === null) return skip('link_over');
    return mailOwner(link, lockedTexts(link, lockEnd), idempotencyKey);
  },

  'share.asked': async ({ linkId }, { idempotencyKey }) => {
    const link = await findShareLink(linkId);
    return link ? mailOwner(link, requestTexts(link), idempotencyKey) : skip('link_over');
  },

  'share.code': async ({ linkId, codeId }, { idempotencyKey, now }) => {
    const link = await findShareLink(linkId);
    if (!link?.email || link.expiresAt <= now) return skip('link_over');
    const mail = await codeMail(codeOf(codeId));
    await getMail().send({ ...mail, to: link.email, idempotencyKey });
  },

  'share.sent': async ({ linkId }, { idempotencyKey, now }) => {
    const link = await findShareLink(linkId);
    const [to, url] = [parseRecipientEmail(link?.recipient ?? ''), link && shortUrlOf(link)];
    const replyTo = link && link.expiresAt > now && (await findMakerEmail(link));
    if (!replyTo || !to || !url) return skip('link_over');
    const mail = await sentMail(link, url);
    await getMail().send({ ...mail, to, replyTo, idempotencyKey });
  },
} satisfies DeliveryHandlers;

type MailTexts = {
  subject: string;
  title: string;
  intro: string;
  detail?: string;
  help: string;
  footer?: string;
};

async function mailOwner(link: ShareLink, words: MailTexts, idempotencyKey: string) {
  const to = await findMakerEmail(link);
  if (!to) return skip('no_recipient');
  const { subject, title, intro, detail, help } = words;
  const { footer = `Te lo contamos porque creaste este enlace en ${brand.name}.` } = words;
  const mail = await composeMail({ subject, title, preview: intro, footer }, [
    paragraph(intro),
    ...(detail ? [smallBlock(detail)] : []),
    paragraph(help),
    button('Ver mis enlaces', `${getEnv().appUrl}/panel/documentos/enlaces`),
  ]);
  return getMail().send({ ...mail, to, idempotencyKey });
}

const findMakerEmail = ({ accountId, personId }: ShareLink) =>
  findContact({ holderId: accountId, personId });

type Opening = typeof shareOpenings.$inferSelect;

function selectFirstOpening(linkId: string): Promise<Opening[]> {
  return getDb()
    .read.select()
    .from(shareOpenings)
    .where(eq(shareOpenings.linkId, linkId))
    .orderBy(asc(shareOpenings.id))
    .limit(1);
}

/** Returns the words of the mail at the first opening, which the owner may choose. */
function openedTexts(link: ShareLink, { at, shortIp, agent }: Opening): MailTexts {
  const name = linkNameText(link);
  return {
    subject: `Abrieron tu enlace: ${name}`,
    title: 'Abrieron tu enlace',
    intro: `Abrieron “${name}” por primera vez el ${formatDateTime(at)}, hora de Chile.`,
    detail: `${deviceOf(agent)}, desde la red ${shortIp}.`,
    help: 'Si no lo esperabas, puedes cerrar el enlace: deja de funcionar al instante.',
    footer: `Pediste este aviso al crear el enlace en ${brand.name}. No enviamos más por las aperturas que sigan.`,
  };
}

/** Returns the words of the mail after too many wrong tries: the link takes none for a day. */
function lockedTexts(link: ShareLink, until: number): MailTexts {
  const name = linkNameText(link);
  const hasPassword = link.passwordHash !== null;
  const withCode = hasPassword ? 'códigos y contraseñas' : 'códigos';
  const [noun, ending] = link.email ? [withCode, 'os'] : ['contraseñas', 'as'];
  const refused = noun.replace(' y ', ' ni ');
  return {
    subject: `Probaron much${ending} ${noun}: ${name}`,
    title: `Tu enlace no recibe ${refused} por un día`,
    intro: `Alguien probó ${MAX_WRONG_PASSWORDS} ${noun} equivocad${ending} en “${name}”. Para cuidarlo, el enlace no recibe ${refused} hasta el ${formatDateTime(until)}, hora de Chile.`,
    help: `Si no fue a quien se lo enviaste, cierra el enlace y crea otro${hasPassword ? ' con una contraseña distinta' : ''}.`,
  };
}

/** Returns the words of the mail, at most one a day, about a visitor who requested a new link. */
function requestTexts(link: ShareLink): MailTexts {
  return {
    subject: `Piden un enlace nuevo: ${linkNameText(link)}`,
    title: 'Piden un enlace nuevo',
    intro: `${link.recipient ?? 'Quien tiene el enlace'} pide uno nuevo: “${linkHeading(link)}” ya no abre.`,
    ...(link.requestedBy && {
      detail: `Quien lo pide dejó este correo, que no comprobamos: ${link.requestedBy}`,
    }),
    help: 'Con «Crear otro igual» tienes otro con lo mismo, listo para enviar.',
  };
}

const linkNameText = (link: ShareLink) =>
  linkHeading(link) + (link.recipient ? `, para ${link.recipient}` : '');

/**
 * Composes the mail with a link to its recipient. The e-mail is unverified, so the owner's name and
 * note and the titles of documents are the only typed texts, and none of them may mislead.
 */
async function sentMail(link: ShareLink, url: string): Promise<MailContent> {
  const owner = link.owner ?? 'Una persona registrada';
  const [documentCount, hasPassword] = [link.documents.length, link.passwordHash !== null];
  const isOne = documentCount === 1;
  const files = isOne ? 'un documento' : `${documentCount} documentos`;
  const theFiles = isOne ? 'el documento' : 'los documentos';
  const intro = `${owner} te comparte ${files}. El enlace sirve hasta el ${formatDateTime(link.expiresAt)}, hora de Chile.`;
  const askText = hasPassword
    ? ` El enlace pide una contraseña: te la da quien te comparte ${theFiles}.`
    : '';
  const code = link.email ? ' Para abrirlo pides un código, que llega a este correo.' : '';
  return composeMail(
    {
      subject: `${owner} te comparte ${files}`,
      title: isOne ? 'Te comparten un documento' : 'Te comparten documentos',
      preview: intro,
      footer: `${brand.name} envía este correo a pedido de quien te comparte ${theFiles}. Si respondes, tu respuesta le llega a esa persona. Si no lo esperabas, no hagas nada.`,
    },
    [
      typedBlock(intro),
      typedBlock(mailedTitles(link.documents)),
      ...(link.note ? [typedBlock(`Su nota: “${link.note}”`)] : []),
      button(`Ver ${theFiles}`, url),
      smallBlock(`No necesitas una cuenta.${askText}${code}`),
      urlAsText(url),
    ],
  );
}

/**
 * Composes the mail with a code. It has no typed text, not even the owner's name, because any
 * visitor of the link can cause it.
 */
async function codeMail(code: string): Promise<MailContent> {
  return composeMail(
    {
      subject: `${code} es tu código para abrir los documentos`,
      title: 'Tu código para abrir los documentos',
      preview: `Tu código es ${code}`,
      footer: `Alguien abrió un enlace de ${brand.name} creado para tu correo y pidió este código. Si no fuiste tú, no hagas nada.`,
    },
    [
      paragraph('Escríbelo en la página del enlace que te compartieron.'),
      bigNumber('Código', code),
      smallBlock(`Vale al menos ${CODE_MS / MINUTE} minutos. Nadie de ${brand.name} te lo pedirá.`),
    ],
  );
}
