import { formatPhone } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';

/** Returns the name and RUT of the operator, without the rest of its legal text. */
export function payeeName(): string {
  const owner = getEnv().company.owner ?? brand.name;
  return /^.*?\bRUT [\d.]+-[\dk]/i.exec(owner)?.[0] ?? owner;
}

/**
 * Says that the receipt is not a tax document, and how to get one: in the operator's own words
 * (`company.taxDocument`), or else by writing to the team.
 */
export function taxNote(): string {
  const { company, mail } = getEnv();
  const team = mail.internalTo;
  const request = team && `Si la necesitas, pídela a ${team} con el RUT y la razón social.`;
  const notAnInvoice = 'El comprobante del pago no es una boleta ni una factura.';
  return [notAnInvoice, company.taxDocument ?? request].filter(Boolean).join(' ');
}

/** Says who receives the money, and how to check a payment request before paying. */
export function payeeCheckText(): string {
  const { phone } = getEnv().company;
  const call = phone ? `llama al ${formatPhone(phone)} o ` : '';
  return `Recibe el pago ${payeeName()}. Si quieres comprobarlo, ${call}escríbenos en ${getEnv().appUrl}/contacto.`;
}
