import { formatRut } from '#lib/platform/chile/rut.ts';
import { containsEmail } from '#lib/platform/mail/email-typos.ts';

/** `email` is null for a company, which has a name that somebody typed. */
type LabelledAccount = { email: string | null; razonSocial: string | null; rut: string | null };

/**
 * Returns how the team's lists name an account: its e-mail, or a company's name and RUT, so that a
 * typed name is not read as somebody's address. Null if the account is gone.
 */
export function accountLabel({ email, razonSocial, rut }: LabelledAccount): string | null {
  if (email !== null || (razonSocial === null && rut === null)) return email;
  const name = razonSocial === null || containsEmail(razonSocial) ? 'Empresa' : razonSocial;
  return `${name}, ${rut ? `RUT ${formatRut(rut)}` : 'sin RUT'}`;
}
