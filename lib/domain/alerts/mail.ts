import { lapseSentence, lapseText, urgentDocumentsText } from '#lib/domain/alerts/copy.ts';
import {
  countUrgentDocuments,
  listAlertRecipients,
  listAnnouncedDocuments,
  listAnnouncedGuarantees,
  MAX_IN_MAIL,
} from '#lib/domain/alerts/reads.ts';
import { daysLeftUntil, levelBounds } from '#lib/domain/alerts/rules.ts';
import { mailsToken, unsubscribePath, unsubscribeUrl } from '#lib/domain/alerts/unsubscribe.ts';
import {
  type DeadlineNotice,
  documentDeadline,
  guaranteeDeadline,
} from '#lib/domain/alerts/view.ts';
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
 * Mails about expiries. Documents that were replaced or deleted in between are left out. A reader
 * who unsubscribed gets none.
 */
export const alertHandlers = {
  'alerts.expiry-mail': async ({ day, ...reader }, { idempotencyKey }) => {
    const holderId = reader.companyId ?? reader.accountId;
    const readers = await listAlertRecipients(holderId);
    const to = readers.find(({ accountId }) => accountId === reader.accountId)?.email;
    if (!to) return skip('unsubscribed');
    const app = getEnv().appUrl;
    const at = endOfDay(day);
    const { danger } = levelBounds(day);
    const documents = await listAnnouncedDocuments(holderId, day);
    const urgentDocuments = documents.filter(
      (document) => lacksDate(document) || document.expiresAt <= danger,
    );
    const deadlines = [
      ...documents.map(documentDeadline),
      ...(await listAnnouncedGuarantees(holderId, day)).map(guaranteeDeadline),
    ];
    if (deadlines.length === 0) return skip('news_over');
    const content = await expiryMail(deadlines, at, {
      app,
      unsubscribe: `${app}${unsubscribePath(mailsToken(reader))}`,
      otherUrgentCount: (await countUrgentDocuments(holderId, at)) - urgentDocuments.length,
    });
    await getMail().send({
      ...content,
      to,
      unsubscribeUrl: unsubscribeUrl(reader),
      idempotencyKey,
    });
  },
} satisfies DeliveryHandlers;

/**
 * `otherUrgentCount` is the number of documents that need attention but are not listed in the mail.
 */
type MailDetails = { app: string; unsubscribe: string; otherUrgentCount: number };

/**
 * Composes the mail, the most urgent entries first. Days count from `at` (ms), the day for which
 * the mail was queued, even if it is sent later.
 */
async function expiryMail(
  deadlines: readonly DeadlineNotice[],
  at: number,
  links: MailDetails,
): Promise<MailContent> {
  const sorted = deadlines.toSorted((a, b) => a.at - b.at);
  const entries = sorted.slice(0, MAX_IN_MAIL).map(({ title, row, href, ...deadline }) => {
    const daysLeft = daysLeftUntil(deadline.at, at);
    const dayText = lapseSentence(daysLeft, deadline.at, deadline.countedFrom);
    // A guarantee that has ended cannot be extended.
    const verb = deadline.kind === 'guarantee' && daysLeft < 0 ? 'Ver' : deadline.verb;
    const rows = [
      row,
      { label: 'Vigencia', value: dayText },
      { label: 'Qué hacer', value: `${verb} ${title}`, href },
    ];
    const text = [title, `${row.value}. ${dayText}`, `${verb}: ${href}`].join('\n');
    return { ...section({ title, rows }), text };
  });
  const subject = composeSubject(sorted, at);
  const hasDocuments = deadlines.some(({ kind }) => kind === 'document');
  const [label, path] = hasDocuments
    ? ['Ver mis documentos', '/panel/documentos']
    : ['Ver mis garantías', '/panel/garantias'];
  const panelUrl = `${links.app}${path}`;
  const introTexts = adviceTexts(sorted, at);
  const omittedCount = deadlines.length - entries.length;
  const unsubscribe = { label: 'Deja de recibirlos', href: links.unsubscribe, after: '.' };
  return composeMail({ subject, title: subject, preview: introTexts.join(' '), footer }, [
    ...introTexts.map((text) => paragraph(text)),
    ...entries,
    ...(omittedCount > 0 ? [paragraph(`Y ${omittedCount} más: están todos en tu panel.`)] : []),
    ...(hasDocuments && links.otherUrgentCount > 0
      ? [paragraph(`En tu carpeta, además, ${urgentDocumentsText(links.otherUrgentCount)}.`)]
      : []),
    { ...button(label, panelUrl), text: `${label}: ${panelUrl}` },
    {
      ...smallBlock('¿Prefieres no recibir estos avisos?', unsubscribe),
      text: `Dejar de recibir estos avisos: ${links.unsubscribe}`,
    },
  ]);
}

const footer = `Recibes este aviso porque guardas documentos o garantías en ${brand.name}. Enviamos uno al día como máximo.`;

/** Returns what to do about the documents and about the guarantees, whichever are listed. */
function adviceTexts(deadlines: readonly DeadlineNotice[], at: number): string[] {
  const countsOf = (kind: DeadlineNotice['kind']) => {
    const ends = deadlines.filter((deadline) => deadline.kind === kind);
    const expiredCount = ends.filter((end) => daysLeftUntil(end.at, at) < 0).length;
    return { count: ends.length, expiredCount };
  };
  const texts = [documentAdvice(countsOf('document')), guaranteeAdvice(countsOf('guarantee'))];
  return texts.filter((text) => text !== '');
}

type EndCounts = { count: number; expiredCount: number };

function documentAdvice({ count, expiredCount }: EndCounts): string {
  if (count === 0) return '';
  const documentsText = count === 1 ? 'el documento' : 'los documentos';
  const inTime = expiredCount === 0 ? ' a tiempo' : '';
  return `Reemplaza ${documentsText}${inTime} y tendrás tu carpeta lista cuando te la pidan.`;
}

function guaranteeAdvice({ count, expiredCount }: EndCounts): string {
  if (count === 0) return '';
  if (expiredCount > 0 && expiredCount < count) {
    return 'Si la obligación de una garantía sigue, pide la prórroga ahora o, si ya venció, una garantía nueva. Si terminó, cuéntanos que te la devolvieron.';
  }
  const guaranteeText = count === 1 ? 'tu garantía' : 'una garantía';
  const ask = expiredCount > 0 ? 'pide una garantía nueva' : 'pide la prórroga ahora';
  return `Si la obligación de ${guaranteeText} sigue, ${ask}. Si ya terminó, cuéntanos que te la devolvieron.`;
}

const nouns = {
  document: { singular: 'documento', plural: 'documentos', ended: 'vencido' },
  guarantee: { singular: 'garantía', plural: 'garantías', ended: 'vencida' },
  both: { singular: 'vencimiento', plural: 'documentos y garantías', ended: 'vencido' },
};

function composeSubject(deadlines: readonly DeadlineNotice[], at: number): string {
  const [firstDeadline, ...otherDeadlines] = deadlines;
  if (firstDeadline && otherDeadlines.length === 0) {
    return `${firstDeadline.title}: ${lapseText(daysLeftUntil(firstDeadline.at, at), formatDay(firstDeadline.at))}`;
  }
  const kind = deadlines.every((deadline) => deadline.kind === firstDeadline?.kind)
    ? firstDeadline?.kind
    : 'both';
  const { singular, plural, ended } = nouns[kind ?? 'both'];
  const expiredCount = deadlines.filter((deadline) => daysLeftUntil(deadline.at, at) < 0).length;
  if (expiredCount === deadlines.length) return `${expiredCount} ${plural} ${ended}s`;
  const soonText = `${deadlines.length - expiredCount} por vencer`;
  if (expiredCount === 0) return `${deadlines.length} ${plural} por vencer`;
  if (kind === 'both')
    return `Vencimientos: ${expiredCount} ya pas${expiredCount === 1 ? 'ó' : 'aron'} y ${soonText}`;
  return `${formatCount(expiredCount, `${singular} ${ended}`, `${plural} ${ended}s`)} y ${soonText}`;
}
