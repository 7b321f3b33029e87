import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';

/**
 * Names the contact data that contractor and principal have in common, or returns an empty text. If
 * the contractor has no contact, the applicant's is compared.
 */
export function sharedContactText(values: DraftAnswers['values']): string {
  const { nombreContactoContratista: name = values.nombreSolicitante } = values;
  const { emailContratista: email = values.email ?? '' } = values;
  const { telefonoContratista: phone = values.telefonoSolicitante ?? '' } = values;
  const lastDigits = (text = '') => text.replace(/\D/g, '').slice(-8);
  const sharedTexts = [
    isSameName(name, values.nombreContactoMandante) && `el mismo contacto (${name})`,
    email.toLowerCase() === values.emailMandante?.toLowerCase() && `el mismo correo (${email})`,
    phone &&
      lastDigits(phone) === lastDigits(values.telefonoMandante) &&
      `el mismo teléfono (${phone})`,
  ];
  return new Intl.ListFormat('es').format(sharedTexts.flatMap((text) => text || []));
}

type Name = string | null | undefined;

/**
 * Returns whether a name equals one of the others. Capitals, accents, dots and spaces are ignored.
 */
export function isSameName(name: Name, ...otherNames: Name[]): boolean {
  const normalize = (text: Name) =>
    (text ?? '')
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return (
    normalize(name) !== '' &&
    otherNames.some((otherName) => normalize(otherName) === normalize(name))
  );
}
