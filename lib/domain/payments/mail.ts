import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { findAccount } from '#lib/domain/accounts/reads.ts';
import type { Handlers } from '#lib/domain/deliveries/worker.ts';
import { inboxRow } from '#lib/domain/leads/view.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { findAskedFor } from '#lib/domain/payments/asked-for.ts';
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
import { adminPath, paymentRows, pesos, resultPath } from '#lib/domain/payments/view.ts';
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
  section,
  small,
  typed,
} from '#lib/platform/mail/blocks.ts';
import type { Mail } from '#lib/platform/mail/mail.ts';
import { getAdvisorsAddress, getMail } from '#lib/platform/mail/open.ts';

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
    const { paymentId, refundedAmount, refundedAt } = refundPayload.parse(payload);
    const payment = await findPaymentById(paymentId);
    if (!payment) return;
    const then = { ...payment, refundedAmount, updatedAt: refundedAt ?? payment.updatedAt };
    await sendTo(payment, idempotencyKey, await refundMail(then));
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

  'payment.team-mail': async (payload, { idempotencyKey }) => {
    const { paymentId, leadId } = teamPayload.parse(payload);
    const payment = await findPaymentById(paymentId);
    const [lead] = await getDb()
      .read.select()
      .from(leads)
      .where(and(eq(leads.id, leadId), isNull(leads.erasedAt)))
      .limit(1);
    if (!payment || !lead) return;
    const advisor = lead.assignedTo === null ? null : await findAccount(lead.assignedTo);
    await getMail().send({
      ...teamMail(payment, lead),
      to: advisor?.role === 'admin' ? advisor.email : getAdvisorsAddress(),
      replyTo: lead.email,
      idempotencyKey,
    });
  },
} satisfies Handlers;

const receiptPayload = z.object({ paymentId: z.int() });
const refundPayload = z.object({
  paymentId: z.int(),
  refundedAmount: z.int(),
  refundedAt: z.int().optional(),
});
const teamPayload = z.object({ paymentId: z.int(), leadId: z.int() });
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

/** Of the payment as it was when this mail was caused. */
async function refundMail(payment: Payment): Promise<MailContent> {
  const { refundedAmount } = payment;
  const whole = refundedAmount >= payment.amount;
  const title = whole ? 'Devolvimos tu pago' : 'Devolvimos parte de tu pago';
  const lead = 'El dinero vuelve al mismo medio de pago. El plazo depende de tu banco.';
  return paymentMail(payment, title, lead, ['Devuelto', refundedAmount]);
}

/**
 * To the addressee of a payment request, who may forward it: what for, how much, and where. To the
 * applicant whose acceptance asked for it, what they accepted.
 */
async function requestMail(request: PaymentRequest): Promise<MailContent> {
  const url = requestUrl(request.id);
  const { submissionId, accepted, rows } = await findAskedFor(request);
  const isAcceptance = accepted?.acceptedAt === request.createdAt;
  const title = isAcceptance
    ? 'Aceptaste las condiciones: ya puedes pagar'
    : `Pago solicitado por ${brand.name}`;
  const lead = isAcceptance
    ? `Con el pago gestionamos la emisión y te enviamos la garantía. Solicitud N.º ${submissionId}.`
    : `Un asesor te pide pagar: ${request.description}.`;
  const validity = `Pagas con Webpay, sin crear una cuenta. El enlace sirve hasta el ${formatDay(request.expiresAt)}.`;
  const why = isAcceptance
    ? `se aceptaron las condiciones de la solicitud N.º ${submissionId}, hecha en ${brand.name} con esta dirección`
    : `un asesor de ${brand.name} pidió este pago a tu dirección`;
  const footer = `Recibes este correo porque ${why}. Si no lo esperabas, responde este mensaje y no pagues.`;
  const amount = pesos(request.amount);
  const subject = `${title}${isAcceptance ? '' : ':'} ${amount}`;
  return composeMail({ subject, title, preview: lead, footer }, [
    paragraph(lead),
    bigNumber(isAcceptance ? 'Precio' : 'Monto', amount),
    ...(rows.length > 0 ? [details(rows)] : []),
    ...(isAcceptance ? [typed(accepted.terms)] : []),
    button('Revisar y pagar', url),
    small(validity),
    small('¿Paga otra persona? Puedes reenviarle este correo: su enlace abre solo el pago.'),
    addressAsText(url),
  ]);
}

/** To the team, as soon as it is charged. */
function teamMail(
  { amount, buyOrder }: Payment,
  { id, name, submissionId }: typeof leads.$inferSelect,
): MailContent {
  const title = `Pagó: ${submissionId === null ? 'lo que se le pidió' : `solicitud N.º ${submissionId}`}`;
  const footer = `Aviso interno de ${brand.name}.`;
  const order = { value: buyOrder, href: `${getEnv().appUrl}${adminPath(buyOrder)}` };
  return composeMail(
    { subject: `${title}, ${name}`, title, preview: name, footer, isInternal: true },
    [
      bigNumber('Pagado', pesos(amount)),
      section({ title: 'Pago', rows: [{ label: 'Orden de compra', ...order }] }),
      section({ title: 'Solicitante', rows: [{ label: 'Nombre', value: name }, inboxRow(id)] }),
      small('Responde este correo para escribirle.'),
    ],
  );
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
