import type { Payment } from '#lib/domain/payments/reads.ts';
import { paidAt, paymentRows, pesos } from '#lib/domain/payments/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { contentWidth, openSheet, page, type Sheet } from '#lib/platform/pdf.ts';

const { colors } = brand;
const left = page.margin;

export function paymentReceiptName(buyOrder: string): string {
  return `comprobante-pago-${buyOrder}.pdf`;
}

/** The payer's receipt as a PDF stream; the same payment always gives the same bytes. */
export function createPaymentReceipt(payment: Payment): NodeJS.ReadableStream {
  const sheet = openSheet({ title: 'Comprobante de pago', createdAt: paidAt(payment) });
  amountBox(sheet, payment);
  for (const row of paymentRows(payment)) detail(sheet, row);
  note(sheet, payment);
  sheet.end(`${brand.name} · Pago con Webpay Plus de Transbank · No es un documento tributario.`);
  return sheet.doc;
}

export async function paymentReceiptBytes(payment: Payment): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createPaymentReceipt(payment)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function amountBox({ doc, write }: Sheet, { amount, state }: Payment): void {
  const top = doc.y;
  const label = state === 'refunded' ? 'Pago devuelto' : 'Pago aprobado';
  doc.roundedRect(left, top, contentWidth, 54, 6).fill(colors.brandTint);
  write(label, left + 16, top + 10, { size: 9, color: colors.inkSoft, width: 200 });
  write(pesos(amount), left + 16, top + 24, { size: 20, bold: true, width: contentWidth - 32 });
  doc.y = top + 68;
}

function detail(sheet: Sheet, { label, value }: { label: string; value: string }): void {
  const { doc, write, rule, ensure, heightOf } = sheet;
  const labelStyle = { size: 10, width: 160, color: colors.inkSoft };
  const valueStyle = { size: 10, width: contentWidth - 170 };
  const height = Math.max(heightOf(label, labelStyle), heightOf(value, valueStyle));
  ensure(height + 8);
  const y = doc.y + 6;
  write(label, left, y, labelStyle);
  write(value, left + 170, y, valueStyle);
  doc.y = y + height + 2;
  rule(doc.y);
}

function note({ doc, write }: Sheet, { refundedAmount }: Payment): void {
  const text =
    refundedAmount > 0
      ? 'Lo devuelto vuelve al mismo medio de pago; el plazo depende de tu banco.'
      : 'Guarda este comprobante: con la orden de compra y el código de autorización el pago se encuentra en Webpay y en tu banco.';
  write(text, left, doc.y + 14, { size: 9, color: colors.inkSoft, width: contentWidth });
}
