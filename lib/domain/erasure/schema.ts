import { z } from 'zod';
import { personEmail } from '#lib/domain/accounts/schema.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { singleLineText } from '#lib/platform/operations/fields.ts';

const confirmation = singleLineText('Escríbelo para confirmar.', 254);

export const personErasureForm = z.object({ confirmation });

/** The form that erases a person by e-mail, which has to be typed once more. */
export const erasureByEmailForm = z
  .object({ correo: personEmail, confirmation })
  .superRefine(({ correo, confirmation }, ctx) => {
    if (isConfirmed(confirmation, { email: correo, rut: null })) return;
    ctx.addIssue({ code: 'custom', path: ['confirmation'], message: confirmationError });
  });

export const confirmationError = 'No coincide. Escríbelo tal como aparece arriba.';

/** Returns whether the typed text is the person's e-mail or RUT, in any spelling. */
export function isConfirmed(
  typedText: string,
  { email, rut }: { email: string; rut: string | null },
) {
  const text = typedText.trim().toLowerCase();
  return text === email.toLowerCase() || (rut !== null && parseRut(text) === rut);
}
