import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';

/**
 * Returns text about the contact data that contractor and principal share, or an empty text. If the
 * contractor has no contact, the applicant is compared.
 */
export function sharedContact(values: DraftAnswers['values']): string {
  const { nombreContactoContratista: name = values.nombreSolicitante } = values;
  const { emailContratista: email = values.email ?? '' } = values;
  const { telefonoContratista: phone = values.telefonoSolicitante ?? '' } = values;
  const digits = (text = '') => text.replace(/\D/g, '').slice(-8);
  const shared = [
    isSameName(name, values.nombreContactoMandante) && `el mismo contacto (${name})`,
    email.toLowerCase() === values.emailMandante?.toLowerCase() && `el mismo correo (${email})`,
    phone && digits(phone) === digits(values.telefonoMandante) && `el mismo teléfono (${phone})`,
  ];
  return new Intl.ListFormat('es').format(shared.flatMap((text) => text || []));
}

type Name = string | null | undefined;

/** Whether a name equals one of the others. Capitals, accents, dots and spaces are ignored. */
export function isSameName(name: Name, ...otherNames: Name[]): boolean {
  const plain = (text: Name) =>
    (text ?? '')
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return plain(name) !== '' && otherNames.some((otherName) => plain(otherName) === plain(name));
}
