import { buffer } from 'node:stream/consumers';
import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { findContact } from '#lib/domain/accounts/reads/holders.ts';
import { taxNote } from '#lib/domain/payments/payee-view.ts';
import { findPaymentRequest, type Payment } from '#lib/domain/payments/reads/payments.ts';
import { findPaymentSubject } from '#lib/domain/payments/reads/requested-for.ts';
import { GUEST_ACCOUNT_ID } from '#lib/domain/payments/rules.ts';
import { isTransfer } from '#lib/domain/payments/transfer.ts';
import { paidAt, paymentRows } from '#lib/domain/payments/view.ts';
import { formatPesos, maskedEmail } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { contentWidth, openSheet, pageSize, type Sheet } from '#lib/platform/files/pdf.ts';

const { colors } = brand;
const leftX = pageSize.margin;

export function paymentReceiptName(buyOrder: string): string {
  return `comprobante-pago-${buyOrder}.pdf`;
}

/**
 * Streams a receipt as PDF. The same payment always gives the same bytes. Only the receipt that is
 * mailed to a guest's own e-mail (`toPayer`) shows that e-mail; all others mask it.
 */
export async function createPaymentReceipt(
  payment: Payment,
  { toPayer = false } = {},
): Promise<NodeJS.ReadableStream> {
  const sheet = await openSheet({ title: 'Comprobante de pago', createdAt: paidAt(payment) });
  sheet.box(
    payment.state === 'refunded'
      ? 'Pago devuelto'
      : isTransfer(payment)
        ? 'Pago recibido'
        : 'Pago aprobado',
    formatPesos(payment.amount),
  );
  sheet.doc.y += 14;
  sheet.rows([...paymentRows(payment, ['Monto']), ...(await payerRows(payment, { toPayer }))], 6);
  const rows = await listSubjectRows(payment);
  if (rows.length > 0) {
    const heading = { size: 13, bold: true, width: contentWidth };
    sheet.write('Qué se pagó', leftX, sheet.doc.y + 18, heading);
    sheet.doc.y += 4;
    sheet.rows(rows, 6);
  }
  writeNote(sheet, payment);
  const way = isTransfer(payment) ? 'Pago por transferencia' : 'Pago con Webpay Plus de Transbank';
  sheet.end(`${brand.name} · ${way} · No es un documento tributario.`);
  return sheet.doc;
}

/** Returns rows that name the payer: the account, or the e-mail that a guest gave. */
async function payerRows(
  { accountId, personId, receiptEmail, paymentRequestId }: Payment,
  { toPayer }: { toPayer: boolean },
) {
  if (accountId !== GUEST_ACCOUNT_ID) {
    const account = await findAccount(accountId);
    const rut = account?.rut && formatRut(account.rut);
    const name = account?.razonSocial && [account.razonSocial, rut && `RUT ${rut}`];
    const email = await findContact({ holderId: accountId, personId });
    const payer = [...(name || []), email].filter(Boolean).join(', ');
    return payer ? [{ label: 'Pagado por', value: payer }] : [];
  }
  const request = paymentRequestId ? await findPaymentRequest(paymentRequestId) : null;
  // Applicant and payer must not see each other's e-mail.
  const payer = receiptEmail && (toPayer ? receiptEmail : maskedEmail(receiptEmail));
  if (payer) return [{ label: 'Pagado por', value: payer }];
  return request ? [{ label: 'Pagado con el enlace de', value: maskedEmail(request.email) }] : [];
}

async function listSubjectRows({ paymentRequestId }: Payment) {
  const request = paymentRequestId ? await findPaymentRequest(paymentRequestId) : null;
  return request ? (await findPaymentSubject(request)).rows : [];
}

export async function paymentReceiptBytes(
  ...args: Parameters<typeof createPaymentReceipt>
): Promise<Buffer> {
  return buffer(await createPaymentReceipt(...args));
}

function writeNote({ doc, write }: Sheet, payment: Payment): void {
  const text = isTransfer(payment)
    ? 'Guarda este comprobante: con la orden de compra encontramos tu pago.'
    : payment.refundedAmount > 0
      ? 'Lo devuelto vuelve al mismo medio de pago; el plazo depende de tu banco.'
      : 'Guarda este comprobante: con la orden de compra y el código de autorización el pago se encuentra en Webpay y en tu banco.';
  write(`${text}\n${taxNote()}`, leftX, doc.y + 14, {
    size: 9,
    color: colors.inkSoft,
    width: contentWidth,
  });
}
