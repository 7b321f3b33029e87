import { requestUrl } from '#lib/domain/payments/links.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads.ts';
import { paymentRows, paymentUrl, pesos } from '#lib/domain/payments/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { formatDay } from '#lib/platform/format.ts';
import {
  addressAsText,
  bigNumber,
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  small,
} from '#lib/platform/mail/blocks.tsx';

/** To the payer, with the receipt as PDF. The same payment always gives the same bytes. */
export async function receiptMail(payment: Payment): Promise<MailContent> {
  const lead = 'Webpay aprobó tu pago. El comprobante va adjunto en PDF.';
  return paymentMail(payment, 'Recibimos tu pago', lead, ['Pagaste', payment.amount]);
}

/** @param refundedAmount pesos given back in all when this mail was caused. */
export async function refundMail(payment: Payment, refundedAmount: number): Promise<MailContent> {
  const whole = refundedAmount >= payment.amount;
  const title = whole ? 'Devolvimos tu pago' : 'Devolvimos parte de tu pago';
  const lead = 'El dinero vuelve al mismo medio de pago. El plazo depende de tu banco.';
  return paymentMail({ ...payment, refundedAmount }, title, lead, ['Devuelto', refundedAmount]);
}

/** To the addressee of a payment request: what for, how much, and where. */
export async function requestMail(request: PaymentRequest): Promise<MailContent> {
  const url = requestUrl(request.id);
  const title = 'Tienes un pago pendiente';
  const lead = `El equipo de ${brand.name} te pide pagar: ${request.description}.`;
  const validity = `Pagas con Webpay, con tu cuenta de ${brand.name}. El enlace sirve hasta el ${formatDay(request.expiresAt)}.`;
  const footer = `Recibes este correo porque un asesor de ${brand.name} pidió este pago a tu dirección. Si no lo esperabas, responde este mensaje y no pagues.`;
  const amount = pesos(request.amount);
  return composeMail({ subject: `${title}: ${amount}`, title, preview: lead, footer }, [
    paragraph(lead),
    bigNumber('Monto', amount),
    button('Revisar y pagar', url),
    small(validity),
    addressAsText(url),
  ]);
}

async function paymentMail(
  payment: Payment,
  title: string,
  lead: string,
  [label, amount]: [string, number],
): Promise<MailContent> {
  const footer = `Recibes este correo porque pagaste con tu cuenta de ${brand.name}.`;
  return composeMail({ subject: `${title}: ${pesos(amount)}`, title, preview: lead, footer }, [
    paragraph(lead),
    bigNumber(label, pesos(amount)),
    details(paymentRows(payment)),
    button('Ver el pago', paymentUrl(payment.buyOrder)),
  ]);
}
