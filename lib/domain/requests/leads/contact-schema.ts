import { z } from 'zod';
import {
  email,
  maxLength,
  multilineText,
  optional,
  partyName,
  phone,
  rut,
  singleLineText,
} from '#lib/platform/operations/fields.ts';

/** When the tender of a sender closes. The form offers these words. */
export const closingChoices = ['Hoy', 'Mañana', 'Esta semana', 'Más adelante', 'No sé'] as const;
export type ClosingChoice = (typeof closingChoices)[number];

/** The fields of the contact forms as the API publishes them, without those of the captcha. */
export const contactForm = z.object({
  primer_nombre: partyName('Ingresa tu nombre.').meta({
    description: 'First name of the sender.',
    examples: ['Ana'],
  }),
  apellido: optional(partyName('Ingresa tu apellido.')).meta({
    description: 'Surname of the sender.',
    examples: ['Muñoz'],
  }),
  correo: email('Ingresa tu correo.'),
  telefono: optional(phone('Ingresa tu teléfono.')),
  rut: optional(rut('Ingresa tu RUT.')),
  tipo_inversionista: optional(singleLineText('Cuéntanos quién eres.', maxLength.text)).meta({
    description: 'Who writes, in their own words.',
    examples: ['Contratista de obras'],
  }),
  perfil_activo: optional(singleLineText('Cuéntanos qué te interesa.', maxLength.text)).meta({
    description: 'Subject of interest.',
    examples: ['Fiel cumplimiento'],
  }),
  respuesta_preferida: optional(
    singleLineText('Elige cómo prefieres que te respondamos.', maxLength.text),
  ).meta({
    description: 'How the sender wants to be answered.',
    examples: ['Con una llamada en la mañana'],
  }),
  cuando_cierra: optional(z.enum(closingChoices, 'Elige cuándo cierra.')).meta({
    description: 'When their tender closes, counted from the day of the message.',
    examples: ['Mañana'],
  }),
  mensaje: optional(multilineText('Escribe tu mensaje.', maxLength.message)).meta({
    description: 'Text of the message.',
    examples: ['Nos adjudicamos una obra y necesitamos la garantía.'],
  }),
  acepta_politicas: z
    .boolean()
    .optional()
    .meta({
      description: 'Whether the sender accepts the present privacy policy (/privacidad).',
      examples: [true],
    }),
});
export type ContactFormBody = z.output<typeof contactForm>;

/**
 * Answers that the pages offer for `respuesta_preferida`; the API accepts any text. A call needs a
 * telephone.
 */
export const answerChoices = ['Por escrito', 'Con una llamada'] as const;

export const undecidedLabel = 'Todavía no lo sé';

/** The limit is lower than the API's, because a refused form is kept in a cookie. */
export const MAX_PAGE_MESSAGE_LENGTH = 2000;
