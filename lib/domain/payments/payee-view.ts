import { taxText } from '#lib/domain/payments/copy.ts';
import { formatPhone } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';

/** Returns the operator's name and RUT, without the rest of its legal text. */
export function payeeName(): string {
  const owner = getEnv().about.owner ?? brand.name;
  return /^.*?\bRUT [\d.]+-[\dk]/i.exec(owner)?.[0] ?? owner;
}

/** Says who sends the tax document of a payment, or where to ask for it. */
export function taxNote(): string {
  const { about, mail } = getEnv();
  return taxText(about.taxDocument, mail.internalTo);
}

/** Tells who receives the money, and how to check a request for it before paying. */
export function howToCheck(): string {
  const { phone } = getEnv().about;
  const call = phone ? `llama al ${formatPhone(phone)} o ` : '';
  return `Recibe el pago ${payeeName()}. Si quieres comprobarlo, ${call}escríbenos en ${getEnv().appUrl}/contacto.`;
}
