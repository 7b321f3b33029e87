import { z } from 'zod';
import { parseRut } from '#lib/platform/chile/rut.ts';

const MAX_PART = 80;

/**
 * Parses `Garantías Andes SpA; 76.123.456-0; Banco Norte; Cuenta corriente; 12345678;
 * pagos@andes.cl`: the bank account that receives transfers.
 */
export const transferAccount = z.string().transform((text, context) => {
  const parts = text.split(';').map((part) => part.trim());
  const [holder = '', typedRut = '', bank = '', kind = '', number = '', email = ''] = parts;
  const rut = parseRut(typedRut);
  const isWhole = parts.length === 6 && parts.every((part) => part && part.length <= MAX_PART);
  const isValid = /^[\d-]{4,30}$/.test(number) && /^[^\s<>@]+@[^\s<>@]+$/.test(email);
  if (isWhole && isValid && rut) return { holder, rut, bank, kind, number, email };
  context.addIssue('must be holder; RUT; bank; kind of account; number; e-mail');
  return z.NEVER;
});
