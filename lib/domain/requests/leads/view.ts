import { formLabels } from '#lib/domain/requests/leads/copy.ts';
import { type ContactForm, contactForm, type FormKind } from '#lib/domain/requests/leads/schema.ts';
import { formatPhone, phoneHref } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { idOfToken, signedToken } from '#lib/platform/security/secrets.ts';

/** A lead from a form, as mails and receipt see it. Times in ms since the epoch, UTC. */
export type FormLead = {
  id: number;
  kind: FormKind;
  answers: ContactForm;
  consentVersion: string;
  createdAt: number;
};

export function fullName({ primer_nombre, apellido }: ContactForm): string {
  return apellido ? `${primer_nombre} ${apellido}` : primer_nombre;
}

/** Returns the answers of a form, in its order, without the consent. */
export function answerRows(answers: Record<string, unknown>): { label: string; value: string }[] {
  return contactForm.keyof().options.flatMap((field) => {
    const given = answers[field] ?? '';
    if (given === '' || field === 'acepta_politicas') return [];
    return [{ label: formLabels[field], value: readable(field, given) }];
  });
}

function readable(field: string, given: unknown): string {
  if (typeof given === 'boolean') return given ? 'Sí' : 'No';
  const text = String(given);
  if (field === 'telefono') return formatPhone(text);
  return field === 'rut' ? formatRut(text) : text;
}

/** Returns a row with the link to a lead's page, which opens only for an advisor's session. */
export function inboxRow(id: number) {
  const href = `${getEnv().appUrl}/admin/leads/${id}`;
  return { label: 'Bandeja', value: 'Abrir en la bandeja', href };
}

/** `file` is the kind of an attachment, or the id of a file that was added later. */
export function leadFileUrl(id: number, file: string): string {
  return `${getEnv().appUrl}/api/admin/leads/${id}/files/${file}`;
}

/** Signs a lead's id for Cal.com, which sends it back in a booking's `metadata.leadRef`. */
export function leadRefOf(id: number): string {
  return signedToken('lead-ref', String(id));
}

/** Returns the lead of a booking's `metadata.leadRef`, or null if the signature is not ours. */
export function leadIdOfRef(text: string | undefined): number | null {
  const id = idOfToken('lead-ref', text);
  return id && /^\d{1,15}$/.test(id) ? Number(id) : null;
}

/**
 * Returns where to book an hour, with name, address and phone filled in; null without SCHEDULING_URL. A mail
 * to an unproved address leaves out name and phone, because anybody may have typed it.
 */
export function bookingUrlOf(
  { id, answers }: Pick<FormLead, 'id' | 'answers'>,
  isNamed = true,
): string | null {
  const { url } = getEnv().scheduling;
  if (!url) return null;
  const booking = new URL(url);
  const phone = phoneHref(answers.telefono ?? '').replace('tel:', '');
  if (isNamed) booking.searchParams.set('name', fullName(answers));
  // Cal.com's own field for a phone (cal.com/help/bookings/prefill-fields), which needs a country.
  if (isNamed && phone.startsWith('+')) booking.searchParams.set('attendeePhoneNumber', phone);
  booking.searchParams.set('email', answers.correo);
  booking.searchParams.set('metadata[leadRef]', leadRefOf(id));
  return booking.href;
}

/** Says whose site the booking opens, as it is not ours. */
export function bookingNotice(url: string): string {
  return `Se abre ${new URL(url).host}, donde llevamos la agenda.`;
}
