import { and, asc, eq } from 'drizzle-orm';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { readRequestUrl } from '#lib/domain/links/reads.ts';
import { publicPageOf } from '#lib/domain/marketplace/view.ts';
import { tenderLine } from '#lib/domain/requests/leads/copy.ts';
import { type TenderEvent, tenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { tenderNews } from '#lib/platform/db/schema/tenders.ts';
import { composeMail, type MailContent, paragraph, section } from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

/**
 * Mails news about tenders. News about erased leads is left out, and a mail without any news is not
 * sent.
 */
export const tenderHandlers = {
  'tender.news-mail': async ({ address: recipientHash, day }, { idempotencyKey }) => {
    const notices = await listNotices(recipientHash, day);
    const [firstNotice] = notices;
    if (!firstNotice) return skip('news_over');
    await getMail().send({
      ...newsMail(notices),
      to: firstNotice.email,
      replyTo: getEnv().mail.internalTo,
      idempotencyKey,
    });
  },
} satisfies DeliveryHandlers;

const MAX_IN_MAIL = 30;

type Notice = { email: string; event: TenderEvent; action: { value: string; href: string } };

async function listNotices(recipientHash: string, day: string): Promise<Notice[]> {
  const rows = await getDb()
    .read.select({
      detail: tenderNews.detail,
      submissionId: leads.submissionId,
      applicant: leads.email,
      guaranteeId: issuedGuarantees.id,
      issuedFor: issuedGuarantees.submissionId,
      owner: issuedGuarantees.email,
    })
    .from(tenderNews)
    .leftJoin(leads, eq(leads.id, tenderNews.leadId))
    .leftJoin(issuedGuarantees, eq(issuedGuarantees.number, tenderNews.guaranteeNumber))
    .where(and(eq(tenderNews.mailedOn, day), eq(tenderNews.recipientHash, recipientHash)))
    .orderBy(asc(tenderNews.id))
    .limit(MAX_IN_MAIL);
  const notices = rows.map(async ({ detail, applicant, owner, ...subject }) => {
    const event = tenderEvent.parse(detail);
    return { email: applicant || owner || '', event, action: await actionFor(event, subject) };
  });
  return (await Promise.all(notices)).filter(({ email }) => email !== '');
}

/** The request or the guarantee that a notice is about, and the request that led to the guarantee. */
type Subject = {
  submissionId: number | null;
  guaranteeId: string | null;
  issuedFor: number | null;
};

/** Returns what the recipient can do: see the subject or, after winning, request the next bond. */
async function actionFor(
  { code, to }: TenderEvent,
  { submissionId, guaranteeId, issuedFor }: Subject,
): Promise<Notice['action']> {
  const app = getEnv().appUrl;
  if (to === 'holder') {
    const wizardUrl = `${app}${WIZARD}?licitacion=${encodeURIComponent(code)}`;
    const panelUrl = issuedFor === null ? wizardUrl : `${app}/panel/solicitudes/${issuedFor}#otra`;
    const href =
      submissionId === null ? panelUrl : `${(await readRequestUrl(submissionId)).url}#otra`;
    return { value: 'Pedir el fiel cumplimiento', href };
  }
  return submissionId === null
    ? { value: 'Ver tu garantía', href: `${app}/panel/garantias/${guaranteeId}` }
    : { value: 'Ver lo que pediste', href: (await readRequestUrl(submissionId)).url };
}

function newsMail(notices: readonly Notice[]): MailContent {
  const [onlyNotice, ...otherNotices] = notices;
  const subject =
    onlyNotice && otherNotices.length === 0
      ? `${tenderLine(onlyNotice.event).title}: ${onlyNotice.event.code}`
      : 'Novedades de tus licitaciones';
  const entries = notices.map(({ event, action }) => {
    const { title, text } = tenderLine(event);
    return section({
      title,
      rows: [
        { label: 'Licitación', value: event.code, href: publicPageOf(event.code) },
        ...(text ? [{ label: 'Detalle', value: text }] : []),
        { label: 'Qué hacer', ...action },
      ],
    });
  });
  return composeMail({ subject, title: subject, preview: introText, footer }, [
    paragraph(introText),
    ...entries,
  ]);
}

const introText = 'Esto cambió en Mercado Público desde la última vez que miramos.';
const footer = `Recibes este correo porque pediste o registraste una garantía en ${brand.name} con esta dirección. Enviamos uno al día como máximo. Para cualquier duda, responde este correo.`;
