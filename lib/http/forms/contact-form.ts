import { z } from 'zod';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { noNameCopy } from '#lib/domain/marketplace/copy.ts';
import { looksLikeIdentifier } from '#lib/domain/marketplace/rules.ts';
import {
  isRepeatedForm,
  receiveForm,
  type SentForm,
} from '#lib/domain/requests/leads/receive-form.ts';
import {
  answerChoices,
  contactForm,
  PAGE_MESSAGE,
  type PageForm,
} from '#lib/domain/requests/leads/schema.ts';
import { warnedEmail, warnOfTypo } from '#lib/platform/mail/email-warning.ts';
import { optional, paragraph } from '#lib/platform/operations/fields.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';

/** The page requires more than the API. `envio` is a random id of the page view. */
export const contactPageBody = contactForm.extend({
  primer_nombre: contactForm.shape.primer_nombre.refine(
    (text) => !looksLikeIdentifier(text),
    noNameCopy,
  ),
  mensaje: optional(paragraph('Escribe tu mensaje.', PAGE_MESSAGE)),
  acepta_politicas: z
    .literal('true', 'Acepta el uso de tus datos para que podamos responderte.')
    .transform(() => true),
  envio: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional()
    .catch(undefined),
  visto: warnedEmail,
});
type ContactPageBody = z.output<typeof contactPageBody>;

export function contactPageForm(kind: PageForm) {
  return {
    auth: 'guest',
    captcha: 'contact',
    body: warnOfTypo(contactPageBody).refine(hasPhone, needsPhone),
    repeats: async ({ body }: { body: ContactPageBody }) => isRepeatedForm(sentForm(kind, body)),
    handler: async (ctx: GuestCtx, { body }: { body: ContactPageBody }) =>
      getShownPath('lead-receipt', await receiveForm(ctx, sentForm(kind, body))),
  } as const;
}

/** Whether the team can answer as the sender prefers. */
function hasPhone({ respuesta_preferida: preferred, telefono }: ContactPageBody): boolean {
  return telefono !== undefined || preferred === undefined || preferred === answerChoices[0];
}
const needsPhone = { path: ['telefono'], message: 'Escribe tu teléfono para llamarte.' };

/** A form resent unchanged from one page view is the same lead. A changed one is another lead. */
function sentForm(kind: PageForm, { envio, visto: _, ...answers }: ContactPageBody): SentForm {
  return { kind, answers, key: envio && `${envio} ${hashToken(JSON.stringify(answers))}` };
}
