import { and, eq, isNull } from 'drizzle-orm';
import { findPerson } from '#lib/domain/accounts/reads/accounts.ts';
import { findContact } from '#lib/domain/accounts/reads/holders.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { afterPaymentTexts } from '#lib/domain/payments/after-paying.ts';
import { taxNote } from '#lib/domain/payments/payee-view.ts';
import {
  findPayingPayment,
  findPaymentById,
  findPaymentRequest,
  type Payment,
  type PaymentRequest,
} from '#lib/domain/payments/reads/payments.ts';
import { findPaymentSubject } from '#lib/domain/payments/reads/requested-for.ts';
import { paymentReceiptBytes, paymentReceiptName } from '#lib/domain/payments/receipt.ts';
import { refundNotice } from '#lib/domain/payments/refund-mail.ts';
import { paymentRequestMail } from '#lib/domain/payments/request-mail.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import { isTransfer } from '#lib/domain/payments/transfer.ts';
import { isOpen } from '#lib/domain/payments/transitions.ts';
import { adminPaymentPath, paidAt, paymentRows, resultPath } from '#lib/domain/payments/view.ts';
import { teamMail } from '#lib/domain/requests/leads/mail.ts';
import { reachText } from '#lib/domain/requests/leads/view.ts';
import {
  guaranteeIssueDay,
  lateIssueText,
  paidBidText,
} from '#lib/domain/requests/submissions/rules.ts';
import { formatPesos } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import {
  type Block,
  bigNumber,
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  section,
  smallBlock,
} from '#lib/platform/mail/blocks.ts';
import { getAdvisorsEmail, getMail } from '#lib/platform/mail/client.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { ownerName } from '#lib/platform/mail/public-names.ts';

export const paymentHandlers = {
  'payment.receipt-mail': async ({ paymentId, toPayer }, { idempotencyKey }) => {
    const mailedPayment = await findPaymentById(paymentId);
    if (!mailedPayment) return skip('not_found');
    // A retry after a refund must send the same bytes, so the payment is shown as it was when it
    // was made.
    const payment = { ...mailedPayment, state: 'authorized', refundedAmount: 0 } as const;
    const attachment = {
      fileName: paymentReceiptName(payment.buyOrder),
      contentType: 'application/pdf',
      content: await paymentReceiptBytes(payment, { toPayer }),
    };
    const isOwn = isOwnPayment(payment, { toPayer });
    const paymentNoun = isOwn ? 'tu pago' : 'el pago';
    const arrival = isTransfer(payment)
      ? `Recibimos ${isOwn ? 'tu' : 'la'} transferencia`
      : `Webpay aprobó ${paymentNoun}`;
    const mail = await paymentMail(payment, {
      title: `Recibimos ${paymentNoun}`,
      intro: `${arrival}. El comprobante va adjunto en PDF. ${taxNote()}`,
      label: 'Pagado',
      amount: payment.amount,
      toPayer,
    });
    return sendTo(payment, { idempotencyKey, toPayer }, { ...mail, attachments: [attachment] });
  },

  'payment.refund-mail': async (payload, { idempotencyKey }) => {
    const { paymentId, refundedAmount, refundedAt, toPayer } = payload;
    const payment = await findPaymentById(paymentId);
    if (!payment) return skip('not_found');
    const refundedPayment = {
      ...payment,
      refundedAmount,
      updatedAt: refundedAt ?? payment.updatedAt,
    };
    return sendTo(
      payment,
      { idempotencyKey, toPayer },
      await paymentMail(refundedPayment, {
        ...(await refundNotice(refundedPayment, { isOwn: isOwnPayment(payment, { toPayer }) })),
        toPayer,
      }),
    );
  },

  'payment.request-mail': async ({ paymentRequestId }, { idempotencyKey, now }) => {
    const request = await findPaymentRequest(paymentRequestId);
    if (!request || request.expiresAt <= now) return skip('link_over');
    // The mail is not sent if the request has been paid. A payment in progress does not prevent it.
    const payingPayment = await findPayingPayment(request);
    if (payingPayment && !isOpen(payingPayment.state)) return skip('paid');
    const person = await findPerson(request.createdBy);
    const advisor = person?.role === 'admin' ? person : null;
    await getMail().send({
      ...(await paymentRequestMail(request, ownerName(advisor?.name))),
      to: request.email,
      replyTo: advisor?.email ?? getEnv().mail.internalTo,
      idempotencyKey,
    });
  },

  'payment.team-mail': async ({ paymentId, leadId }, { idempotencyKey }) => {
    const payment = await findPaymentById(paymentId);
    const [lead] = await getDb()
      .read.select()
      .from(leads)
      .where(and(eq(leads.id, leadId), isNull(leads.erasedAt)))
      .limit(1);
    if (!payment || !lead) return skip('not_found');
    const advisor = lead.assignedTo === null ? null : await findPerson(lead.assignedTo);
    await getMail().send({
      ...teamPaymentMail(payment, lead),
      to: advisor?.role === 'admin' ? advisor.email : getAdvisorsEmail(),
      replyTo: lead.email,
      idempotencyKey,
    });
  },
} satisfies DeliveryHandlers;

type Addressee = { toPayer: boolean };

/**
 * Sends the mail to the payer (`toPayer`), otherwise to the account or to the request's e-mail.
 * Sends nothing if that e-mail was erased.
 */
async function sendTo(
  { accountId, personId, paymentRequestId, receiptEmail }: Payment,
  { idempotencyKey, toPayer }: Addressee & { idempotencyKey: string },
  mail: Omit<Mail, 'to' | 'idempotencyKey'>,
): Promise<unknown> {
  const account =
    accountId === GUEST_ACCOUNT_ID
      ? (await findPaymentRequest(paymentRequestId ?? ''))?.email
      : await findContact({ holderId: accountId, personId });
  const to = toPayer ? receiptEmail : account;
  if (!to) return skip('no_recipient');
  const replyTo = getEnv().mail.internalTo;
  return getMail().send({ ...mail, to, replyTo, idempotencyKey });
}

/** Returns whether the recipient of the mail is the person who paid. */
function isOwnPayment({ receiptEmail }: Payment, { toPayer }: Addressee): boolean {
  return toPayer || !receiptEmail;
}

function teamPaymentMail(
  { amount, buyOrder }: Payment,
  lead: typeof leads.$inferSelect,
): MailContent {
  const { submissionId } = lead;
  const title = `Pagó: ${submissionId === null ? 'lo que se le pidió' : `solicitud N.º ${submissionId}`}`;
  const order = { value: buyOrder, href: `${getEnv().appUrl}${adminPaymentPath(buyOrder)}` };
  return teamMail(title, lead, [
    bigNumber('Pagado', formatPesos(amount)),
    section({ title: 'Pago', rows: [{ label: 'Orden de compra', ...order }] }),
  ]);
}

/** Links the guarantee request only for its applicant, because no other payer may see it. */
async function submissionBlocks({ leadId, email }: PaymentRequest): Promise<Block[]> {
  if (leadId === null) return [];
  const [lead] = await getDb()
    .read.select({ submissionId: leads.submissionId })
    .from(leads)
    .where(and(eq(leads.id, leadId), eq(leads.email, email)))
    .limit(1);
  const link = lead?.submissionId ? await findMailedLink('receipt', lead.submissionId) : null;
  if (!link) return [];
  const href = linkUrl('receipt', link.id);
  return [smallBlock('Cómo va tu solicitud:', { label: 'Ver mi solicitud', href })];
}

/** Lists what happens after the payment, in the words of the payment's page. */
async function listNextStepBlocks(
  payment: Payment,
  request: PaymentRequest,
  { linksRequest }: { linksRequest: boolean },
): Promise<Block[]> {
  const subject = await findPaymentSubject(request);
  if (subject.submissionId === null || subject.isDecided) return [];
  const { company } = getEnv();
  // The time of sending is not used, because a retry must send the same bytes.
  const now = payment.settledAt ?? payment.createdAt;
  const times = { now, issueDays: company.issueDays, paidAt: paidAt(payment) };
  const bidTimes = { ...times, closesAt: subject.closesAt };
  const isLate = lateIssueText(subject.garantias, bidTimes) !== null;
  const reach = isLate ? reachText(company, now) : '';
  const handIn = paidBidText(subject.garantias, bidTimes);
  const readyOn = guaranteeIssueDay(times.paidAt, times);
  const missingText = linksRequest
    ? ''
    : 'Si falta alguno, se lo pedimos a quien pidió la garantía.';
  const steps = afterPaymentTexts(subject.accepted?.issuer, { ...company, readyOn }, missingText);
  const first = [handIn, reach].filter(Boolean).join(' ');
  return [...(first ? [first] : []), ...steps].map((step) => paragraph(step));
}

type Notice = {
  title: string;
  intro: string;
  label: string;
  amount: number;
  toPayer: boolean;
  /** Rows about a refund. They replace the next steps, which the receipt has told. */
  rows?: { label: string; value: string }[];
};

async function paymentMail(
  payment: Payment,
  { title, intro, label, amount, toPayer, rows }: Notice,
): Promise<MailContent> {
  const isGuest = payment.accountId === GUEST_ACCOUNT_ID;
  const footer = toPayer
    ? `Recibes este correo porque quien pagó en ${brand.name} pidió el comprobante en esta dirección.`
    : isGuest
      ? `Recibes este correo porque se pagó con el enlace que ${brand.name} envió a esta dirección.`
      : `Recibes este correo porque pagaste con tu cuenta de ${brand.name}.`;
  const request = isGuest ? await findPaymentRequest(payment.paymentRequestId ?? '') : null;
  const url = `${getEnv().appUrl}${resultPath(payment)}`;
  const requestLinks = request && !toPayer ? await submissionBlocks(request) : [];
  const linksRequest = requestLinks.length > 0;
  return composeMail(
    { subject: `${title}: ${formatPesos(amount)}`, title, preview: intro, footer },
    [
      paragraph(intro),
      bigNumber(label, formatPesos(amount)),
      details([
        ...paymentRows(payment, rows ? ['Devuelto'] : ['Monto']),
        ...(rows ?? []),
        ...(request ? (await findPaymentSubject(request)).rows : []),
      ]),
      ...(request && !rows ? await listNextStepBlocks(payment, request, { linksRequest }) : []),
      button('Ver el pago', url),
      ...requestLinks,
    ],
  );
}
