import { z } from 'zod';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import { lapseSentence, lapseText, titleOf } from '#lib/domain/alerts/copy.ts';
import {
  type Expiring,
  getAlertSettings,
  listAnnounced,
  MOST_IN_MAIL,
} from '#lib/domain/alerts/reads.ts';
import { daysUntil } from '#lib/domain/alerts/rules.ts';
import {
  mailsToken,
  replacePath,
  unsubscribePath,
  unsubscribeUrl,
} from '#lib/domain/alerts/view.ts';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { brand } from '#lib/platform/brand.ts';
import { endOfDay } from '#lib/platform/calendar.ts';
import { getEnv } from '#lib/platform/env.ts';
import { formatDay } from '#lib/platform/format.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  section,
  small,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/open.ts';

/** What was replaced, deleted or unsubscribed while its mail waited is not sent any more. */
export const alertHandlers = {
  'alerts.expiry-mail': async (payload, { idempotencyKey }) => {
    const { accountId, day } = expiryPayload.parse(payload);
    const account = await findAccount(accountId);
    if (!account || !(await getAlertSettings(accountId)).mails) return;
    const documents = await listAnnounced(accountId, day);
    if (documents.length === 0) return;
    const app = getEnv().appUrl;
    const content = await expiryMail(documents, endOfDay(day), {
      app,
      unsubscribe: `${app}${unsubscribePath(mailsToken(accountId))}`,
    });
    await getMail().send({
      ...content,
      to: account.email,
      unsubscribeUrl: unsubscribeUrl(accountId),
      idempotencyKey,
    });
  },
} satisfies Handlers;

const expiryPayload = z.object({ accountId: z.string(), day: z.iso.date() });

type Links = { app: string; unsubscribe: string };

/**
 * Documents that newly entered a level, most urgent first. `at` is a moment of the day the mail is
 * about: however late it leaves, it counts the days from there and says so.
 */
async function expiryMail(
  documents: readonly Expiring[],
  at: number,
  links: Links,
): Promise<MailContent> {
  const entries = documents.slice(0, MOST_IN_MAIL).map((document) => {
    const title = titleOf(document);
    const when = lapseSentence(daysUntil(document.expiresAt, at), document.expiresAt);
    const href = `${links.app}${replacePath(document)}`;
    const rows = [
      { label: 'Archivo', value: document.fileName },
      { label: 'Vigencia', value: when },
      { label: 'Qué hacer', value: `Reemplazar ${title}`, href },
    ];
    const text = [title, `${document.fileName}. ${when}`, `Reemplazar: ${href}`].join('\n');
    return { ...section({ title, rows }), text };
  });
  const subject = subjectOf(documents, at);
  const vault = `${links.app}/panel/documentos`;
  const more = documents.length - entries.length;
  const unsubscribe = { label: 'Deja de recibirlos', href: links.unsubscribe, after: '.' };
  return composeMail({ subject, title: subject, preview: lead, footer }, [
    paragraph(lead),
    ...entries,
    ...(more > 0 ? [paragraph(`Y ${more} más: están todos en tus documentos.`)] : []),
    { ...button('Ver mis documentos', vault), text: `Ver mis documentos: ${vault}` },
    {
      ...small('¿Prefieres no recibir estos avisos?', unsubscribe),
      text: `Dejar de recibir estos avisos: ${links.unsubscribe}`,
    },
  ]);
}

const lead = 'Renuévalos a tiempo y tendrás tu carpeta lista cuando te la pidan.';
const footer = `Recibes este aviso porque guardas documentos en ${brand.name}. Enviamos uno al día como máximo.`;

function subjectOf(documents: readonly Expiring[], at: number): string {
  const [only, ...others] = documents;
  if (only && others.length === 0) {
    return `${titleOf(only)}: ${lapseText(daysUntil(only.expiresAt, at), formatDay(only.expiresAt))}`;
  }
  const expired = documents.filter(({ expiresAt }) => daysUntil(expiresAt, at) < 0).length;
  if (expired === documents.length) return `${expired} documentos vencidos`;
  const soon = `${documents.length - expired} por vencer`;
  if (expired === 0) return `${documents.length} documentos por vencer`;
  return `${expired} ${expired === 1 ? 'documento vencido' : 'documentos vencidos'} y ${soon}`;
}
