import { and, asc, eq } from 'drizzle-orm';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
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

type Notice = { email: string; event: TenderEvent; url: string };

async function listNotices(recipientHash: string, day: string): Promise<Notice[]> {
  const rows = await getDb()
    .read.select({
      detail: tenderNews.detail,
      submissionId: leads.submissionId,
      applicant: leads.email,
      guaranteeId: issuedGuarantees.id,
      owner: issuedGuarantees.email,
    })
    .from(tenderNews)
    .leftJoin(leads, eq(leads.id, tenderNews.leadId))
    .leftJoin(issuedGuarantees, eq(issuedGuarantees.number, tenderNews.guaranteeNumber))
    .where(and(eq(tenderNews.mailedOn, day), eq(tenderNews.recipientHash, recipientHash)))
    .orderBy(asc(tenderNews.id))
    .limit(MAX_IN_MAIL);
  const notices = rows.map(async ({ detail, submissionId, applicant, guaranteeId, owner }) => ({
    email: applicant || owner || '',
    event: tenderEvent.parse(detail),
    url:
      submissionId === null
        ? `${getEnv().appUrl}/panel/garantias/${guaranteeId}`
        : (await readRequestUrl(submissionId)).url,
  }));
  return (await Promise.all(notices)).filter(({ email }) => email !== '');
}

function newsMail(notices: readonly Notice[]): MailContent {
  const [onlyNotice, ...otherNotices] = notices;
  const subject =
    onlyNotice && otherNotices.length === 0
      ? `${tenderLine(onlyNotice.event).title}: ${onlyNotice.event.code}`
      : 'Novedades de tus licitaciones';
  const entries = notices.map(({ event, url }) => {
    const { title, text } = tenderLine(event);
    const actionText = event.to === 'holder' ? 'Pedir el fiel cumplimiento' : 'Ver lo que pediste';
    return section({
      title,
      rows: [
        { label: 'Licitación', value: event.code, href: publicPageOf(event.code) },
        ...(text ? [{ label: 'Detalle', value: text }] : []),
        {
          label: 'Qué hacer',
          value: actionText,
          href: event.to === 'holder' ? `${url}#otra` : url,
        },
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
