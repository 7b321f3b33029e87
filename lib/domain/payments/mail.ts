import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { requestUrl } from '#lib/domain/payments/links.ts';
import {
  findPaymentById,
  findPaymentRequest,
  isPaid,
  type Payment,
  type PaymentRequest,
} from '#lib/domain/payments/reads.ts';
import { paymentReceiptBytes, paymentReceiptName } from '#lib/domain/payments/receipt.ts';
import { GUEST } from '#lib/domain/payments/rules.ts';
import { paymentRows, pesos, resultPath } from '#lib/domain/payments/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { getEnv } from '#lib/platform/env.ts';
import { formatDay } from '#lib/platform/format.ts';
import {
  addressAsText,
  type Block,
  bigNumber,
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  small,
} from '#lib/platform/mail/blocks.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { getMail } from '#lib/platform/mail/open.ts';

/** What is sent about payments, by kind. Payloads hold ids; what is sent is read when it is sent. */
export const paymentHandlers = {
  'payment.receipt-mail': async (payload, { idempotencyKey }) => {
    const found = await findPaymentById(receiptPayload.parse(payload).paymentId);
    if (!found) return;
    // As it was when it was paid: a try that comes after a refund has to say the same.
    const payment = { ...found, state: 'authorized', refundedAmount: 0 } as const;
    const attachment = {
      fileName: paymentReceiptName(payment.buyOrder),
      contentType: 'application/pdf',
      content: await paymentReceiptBytes(payment),
    };
    const mail = { ...(await receiptMail(payment)), attachments: [attachment] };
    await sendTo(payment, idempotencyKey, mail);
  },

  'payment.refund-mail': async (payload, { idempotencyKey }) => {
    const { paymentId, refundedAmount } = refundPayload.parse(payload);
    const payment = await findPaymentById(paymentId);
    if (!payment) return;
    await sendTo(payment, idempotencyKey, await refundMail(payment, refundedAmount));
  },

  'payment.request-mail': async (payload, { idempotencyKey, now }) => {
    const request = await findPaymentRequest(requestPayload.parse(payload).paymentRequestId);
    if (!request || request.expiresAt <= now || (await isPaid(request))) return;
    await getMail().send({
      ...(await requestMail(request)),
      to: request.email,
      replyTo: getEnv().mail.internalTo,
      idempotencyKey,
    });
  },
} satisfies Handlers;

const receiptPayload = z.object({ paymentId: z.int() });
const refundPayload = z.object({ paymentId: z.int(), refundedAmount: z.int() });
const requestPayload = z.object({ paymentRequestId: z.string() });

/** To the account, or the address that was asked: of what is gone or erased there is none any more. */
async function sendTo(
  { accountId, paymentRequestId }: Payment,
  idempotencyKey: string,
  mail: Omit<Mail, 'to' | 'idempotencyKey'>,
): Promise<void> {
  const payer =
    accountId === GUEST
      ? await findPaymentRequest(paymentRequestId ?? '')
      : await findAccount(accountId);
  if (!payer?.email) return;
  const replyTo = getEnv().mail.internalTo;
  await getMail().send({ ...mail, to: payer.email, replyTo, idempotencyKey });
}

/** To the payer, with the receipt as PDF. The same payment always gives the same bytes. */
async function receiptMail(payment: Payment): Promise<MailContent> {
  const lead = 'Webpay aprobó tu pago. El comprobante va adjunto en PDF.';
  return paymentMail(payment, 'Recibimos tu pago', lead, ['Pagado', payment.amount]);
}

/** @param refundedAmount pesos given back in all when this mail was caused. */
async function refundMail(payment: Payment, refundedAmount: number): Promise<MailContent> {
  const whole = refundedAmount >= payment.amount;
  const title = whole ? 'Devolvimos tu pago' : 'Devolvimos parte de tu pago';
  const lead = 'El dinero vuelve al mismo medio de pago. El plazo depende de tu banco.';
  return paymentMail({ ...payment, refundedAmount }, title, lead, ['Devuelto', refundedAmount]);
}

/** To the addressee of a payment request: what for, how much, and where; to the applicant also of what. */
async function requestMail(request: PaymentRequest): Promise<MailContent> {
  const url = requestUrl(request.id);
  const title = `Pago solicitado por ${brand.name}`;
  const lead = `Un asesor te pide pagar: ${request.description}.`;
  const validity = `Pagas con Webpay, sin crear una cuenta. El enlace sirve hasta el ${formatDay(request.expiresAt)}.`;
  const footer = `Recibes este correo porque un asesor de ${brand.name} pidió este pago a tu dirección. Si no lo esperabas, responde este mensaje y no pagues.`;
  const amount = pesos(request.amount);
  return composeMail({ subject: `${title}: ${amount}`, title, preview: lead, footer }, [
    paragraph(lead),
    bigNumber('Monto', amount),
    button('Revisar y pagar', url),
    small(validity),
    ...(await submissionLine(request)),
    addressAsText(url),
  ]);
}

/** For the applicant alone: another payer has nothing to do with the rest of it. */
async function submissionLine({ leadId, email }: PaymentRequest): Promise<Block[]> {
  if (leadId === null) return [];
  const [lead] = await getDb()
    .read.select({ submissionId: leads.submissionId })
    .from(leads)
    .where(and(eq(leads.id, leadId), eq(leads.email, email)))
    .limit(1);
  const found = lead?.submissionId ? await findMailedLink('receipt', lead.submissionId) : null;
  if (!found) return [];
  const href = linkUrl('receipt', found.id);
  return [small('Cómo va tu solicitud:', { label: 'Ver mi solicitud', href })];
}

async function paymentMail(
  payment: Payment,
  title: string,
  lead: string,
  [label, amount]: [string, number],
): Promise<MailContent> {
  const isGuest = payment.accountId === GUEST;
  const footer = isGuest
    ? `Recibes este correo porque se pagó con el enlace que ${brand.name} envió a esta dirección.`
    : `Recibes este correo porque pagaste con tu cuenta de ${brand.name}.`;
  const asked = isGuest ? await findPaymentRequest(payment.paymentRequestId ?? '') : null;
  const url = `${getEnv().appUrl}${resultPath(payment)}`;
  return composeMail({ subject: `${title}: ${pesos(amount)}`, title, preview: lead, footer }, [
    paragraph(lead),
    bigNumber(label, pesos(amount)),
    details(paymentRows(payment)),
    button('Ver el pago', url),
    ...(asked ? await submissionLine(asked) : []),
  ]);
}
