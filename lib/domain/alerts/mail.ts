import { lapseSentence, lapseText, pressingText } from '#lib/domain/alerts/copy.ts';
import {
  countUrgentDocuments,
  listAnnouncedDocuments,
  listAnnouncedGuarantees,
  listMailReaders,
  MAX_IN_MAIL,
} from '#lib/domain/alerts/reads.ts';
import { daysUntil, levelBounds } from '#lib/domain/alerts/rules.ts';
import { mailsToken, unsubscribePath, unsubscribeUrl } from '#lib/domain/alerts/unsubscribe.ts';
import { type DeadlineNotice, documentLapse, guaranteeLapse } from '#lib/domain/alerts/view.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { lacksDate } from '#lib/domain/documents/rules.ts';
import { endOfDay } from '#lib/platform/chile/calendar.ts';
import { formatCount, formatDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  section,
  smallBlock,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

/**
 * Mails about expiries. They leave out documents that were replaced or deleted since, and are not
 * sent to a reader who unsubscribed.
 */
export const alertHandlers = {
  'alerts.expiry-mail': async ({ day, ...reader }, { idempotencyKey }) => {
    const holderId = reader.companyId ?? reader.accountId;
    const readers = await listMailReaders(holderId);
    const to = readers.find(({ accountId }) => accountId === reader.accountId)?.email;
    if (!to) return skip('unsubscribed');
    const app = getEnv().appUrl;
    const at = endOfDay(day);
    const { danger } = levelBounds(day);
    const documents = await listAnnouncedDocuments(holderId, day);
    const pressing = documents.filter(
      (document) => lacksDate(document) || document.expiresAt <= danger,
    );
    const lapses = [
      ...documents.map(documentLapse),
      ...(await listAnnouncedGuarantees(holderId, day)).map(guaranteeLapse),
    ];
    if (lapses.length === 0) return skip('news_over');
    const content = await expiryMail(lapses, at, {
      app,
      unsubscribe: `${app}${unsubscribePath(mailsToken(reader))}`,
      others: (await countUrgentDocuments(holderId, at)) - pressing.length,
    });
    await getMail().send({
      ...content,
      to,
      unsubscribeUrl: unsubscribeUrl(reader),
      idempotencyKey,
    });
  },
} satisfies DeliveryHandlers;

/** `others` counts documents that need attention but are not in the mail. */
type Links = { app: string; unsubscribe: string; others: number };

/**
 * Composes the mail, the most urgent entries first. Days count from `at` (ms), the day of the mail,
 * even if it leaves later.
 */
async function expiryMail(
  lapses: readonly DeadlineNotice[],
  at: number,
  links: Links,
): Promise<MailContent> {
  const sorted = lapses.toSorted((a, b) => a.at - b.at);
  const entries = sorted.slice(0, MAX_IN_MAIL).map(({ title, row, verb, href, ...lapse }) => {
    const dayText = lapseSentence(daysUntil(lapse.at, at), lapse.at, lapse.countedFrom);
    const rows = [
      row,
      { label: 'Vigencia', value: dayText },
      { label: 'Qué hacer', value: `${verb} ${title}`, href },
    ];
    const text = [title, `${row.value}. ${dayText}`, `${verb}: ${href}`].join('\n');
    return { ...section({ title, rows }), text };
  });
  const subject = subjectOf(sorted, at);
  const hasDocuments = lapses.some(({ kind }) => kind === 'document');
  const [place, path] = hasDocuments
    ? ['Ver mis documentos', '/panel/documentos']
    : ['Ver mis garantías', '/panel/garantias'];
  const vault = `${links.app}${path}`;
  const lead = hasDocuments ? renew : extend;
  const omitted = lapses.length - entries.length;
  const unsubscribe = { label: 'Deja de recibirlos', href: links.unsubscribe, after: '.' };
  return composeMail({ subject, title: subject, preview: lead, footer }, [
    paragraph(lead),
    ...entries,
    ...(omitted > 0 ? [paragraph(`Y ${omitted} más: están todos en tu panel.`)] : []),
    ...(hasDocuments && links.others > 0
      ? [paragraph(`En tu carpeta, además, ${pressingText(links.others)}.`)]
      : []),
    { ...button(place, vault), text: `${place}: ${vault}` },
    {
      ...smallBlock('¿Prefieres no recibir estos avisos?', unsubscribe),
      text: `Dejar de recibir estos avisos: ${links.unsubscribe}`,
    },
  ]);
}

const renew = 'Reemplázalos a tiempo y tendrás tu carpeta lista cuando te la pidan.';
const extend =
  'Si la obligación sigue, pide la prórroga ahora. Si ya terminó, cuéntanos que te la devolvieron.';
const footer = `Recibes este aviso porque guardas documentos o garantías en ${brand.name}. Enviamos uno al día como máximo.`;

const nouns = {
  document: { singular: 'documento', plural: 'documentos', ended: 'vencido' },
  guarantee: { singular: 'garantía', plural: 'garantías', ended: 'vencida' },
  both: { singular: 'vencimiento', plural: 'documentos y garantías', ended: 'vencido' },
};

function subjectOf(lapses: readonly DeadlineNotice[], at: number): string {
  const [only, ...others] = lapses;
  if (only && others.length === 0) {
    return `${only.title}: ${lapseText(daysUntil(only.at, at), formatDay(only.at))}`;
  }
  const kind = lapses.every((lapse) => lapse.kind === only?.kind) ? only?.kind : 'both';
  const { singular, plural, ended } = nouns[kind ?? 'both'];
  const expired = lapses.filter((lapse) => daysUntil(lapse.at, at) < 0).length;
  if (expired === lapses.length) return `${expired} ${plural} ${ended}s`;
  const soon = `${lapses.length - expired} por vencer`;
  if (expired === 0) return `${lapses.length} ${plural} por vencer`;
  if (kind === 'both')
    return `Vencimientos: ${expired} ya pas${expired === 1 ? 'ó' : 'aron'} y ${soon}`;
  return `${formatCount(expired, `${singular} ${ended}`, `${plural} ${ended}s`)} y ${soon}`;
}
