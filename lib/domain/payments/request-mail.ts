import { paymentRequestUrl } from '#lib/domain/payments/links.ts';
import { payeeCheckText } from '#lib/domain/payments/payee-view.ts';
import type { PaymentRequest } from '#lib/domain/payments/reads/payments.ts';
import { findPaymentSubject } from '#lib/domain/payments/reads/requested-for.ts';
import { payByText } from '#lib/domain/requests/submissions/rules.ts';
import { formatDay, formatPesos, isoDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  bigNumber,
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  smallBlock,
  typedBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';

/**
 * Composes the mail with the payment link. It has no personal data, because another person may read
 * it to pay.
 */
export async function paymentRequestMail(
  request: PaymentRequest,
  advisor: string | null,
): Promise<MailContent> {
  const url = paymentRequestUrl(request.id);
  const subject = await findPaymentSubject(request);
  const { submissionId, accepted, rows, closesAt } = subject;
  const isAcceptance = accepted?.acceptedAt === request.createdAt;
  const title = isAcceptance
    ? 'Aceptaste las condiciones: ya puedes pagar'
    : `Pago solicitado por ${brand.name}`;
  const intro = isAcceptance
    ? `Con el pago gestionamos la emisión y te enviamos la garantía. Solicitud N.º ${submissionId}.`
    : `${advisor ? `${advisor}, de ${brand.name},` : 'Un asesor'} te pide pagar: ${request.description}.`;
  const deadlineText = payByText(subject, {
    closesAt,
    now: request.createdAt,
    issueDays: getEnv().company.issueDays,
    linkEnds: isoDay(request.expiresAt),
  });
  const until = deadlineText ? '' : ` El enlace sirve hasta el ${formatDay(request.expiresAt)}.`;
  const ways = getEnv().transferAccount ? 'con Webpay o por transferencia' : 'con Webpay';
  const validity = `Pagas ${ways}, sin crear una cuenta.${until}`;
  const reason = isAcceptance
    ? `se aceptaron las condiciones de la solicitud N.º ${submissionId}, hecha en ${brand.name} con esta dirección`
    : `un asesor de ${brand.name} pidió este pago a tu dirección`;
  const footer = `Recibes este correo porque ${reason}. Si no lo esperabas, responde este correo y no pagues.`;
  const amount = formatPesos(request.amount);
  const heading = `${title}${isAcceptance ? '' : ':'} ${amount}`;
  return composeMail({ subject: heading, title, preview: intro, footer }, [
    paragraph(intro),
    bigNumber(isAcceptance ? 'Precio' : 'Monto', amount),
    ...(deadlineText ? [paragraph(deadlineText)] : []),
    ...(rows.length > 0 ? [details(rows)] : []),
    ...(isAcceptance ? [typedBlock(accepted.terms)] : []),
    button('Revisar y pagar', url),
    smallBlock(validity),
    smallBlock(payeeCheckText()),
    smallBlock('¿Paga otra persona? Puedes reenviarle este correo: su enlace abre solo el pago.'),
    urlAsText(url),
  ]);
}
