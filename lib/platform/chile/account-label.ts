import { formatRut } from '#lib/platform/chile/rut.ts';
import { containsEmail } from '#lib/platform/mail/email-typos.ts';

/**
 * The columns that name an account. `email` is null for a company, whose name was typed by a
 * person.
 */
type LabelledAccount = { email: string | null; razonSocial: string | null; rut: string | null };

/**
 * Returns an account's name in the team's lists: the e-mail of a person, or name and RUT of a
 * company. A company's name that contains an e-mail is replaced, so that nobody takes it for a
 * person. Returns null if the account is gone.
 */
export function accountLabel({ email, razonSocial, rut }: LabelledAccount): string | null {
  if (email !== null || (razonSocial === null && rut === null)) return email;
  return `${companyName(razonSocial)}, ${rut ? `RUT ${formatRut(rut)}` : 'sin RUT'}`;
}

/** Returns a company's name, or `Empresa` if it has none or the name contains an e-mail. */
export function companyName(razonSocial: string | null): string {
  return razonSocial === null || containsEmail(razonSocial) ? 'Empresa' : razonSocial;
}
