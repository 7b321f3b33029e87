import { z } from 'zod';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { noNameCopy } from '#lib/domain/marketplace/copy.ts';
import { looksLikeIdentifier } from '#lib/domain/marketplace/rules.ts';
import {
  addMessageFiles,
  storeMessageFiles,
} from '#lib/domain/requests/applicant/message-files.ts';
import { callChoice } from '#lib/domain/requests/leads/call-schema.ts';
import {
  answerChoices,
  contactForm,
  MAX_PAGE_MESSAGE_LENGTH,
} from '#lib/domain/requests/leads/contact-schema.ts';
import { callAnswer } from '#lib/domain/requests/leads/rules.ts';
import type { PageForm } from '#lib/domain/requests/leads/schema.ts';
import {
  isRepeatedForm,
  receiveForm,
  type SentForm,
} from '#lib/domain/requests/leads/writes/receive-form.ts';
import { phoneDoubt } from '#lib/platform/chile/format.ts';
import { warnedEmail, warnOfTypo } from '#lib/platform/mail/email-warning.ts';
import { multilineText, optional } from '#lib/platform/operations/fields.ts';
import type { MultipartFile } from '#lib/platform/operations/files.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';
import { now } from '#lib/platform/process/clock.ts';
import { hashToken } from '#lib/platform/security/secrets.ts';

/** The page requires more fields than the API. `envio` is a random id of the page view. */
export const contactPageBody = contactForm.extend({
  primer_nombre: contactForm.shape.primer_nombre.refine(
    (text) => !looksLikeIdentifier(text),
    noNameCopy,
  ),
  mensaje: optional(multilineText('Escribe tu mensaje.', MAX_PAGE_MESSAGE_LENGTH)),
  acepta_politicas: z
    .literal('true', 'Acepta el uso de tus datos para que podamos responderte.')
    .transform(() => true),
  envio: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional()
    .catch(undefined),
  /** Day and time of the call, if `respuesta_preferida` asks for one. */
  ...callChoice,
  visto: warnedEmail,
  /** The phone about which the person was already warned. */
  telefono_visto: z.string().max(30).optional().catch(undefined),
});
type ContactPageBody = z.output<typeof contactPageBody>;

export function contactPageForm(kind: PageForm) {
  return {
    auth: 'guest',
    captcha: 'contact',
    body: withDoubts(contactPageBody).refine(hasPhone, needsPhone),
    repeats: async ({ body }: { body: ContactPageBody }) => isRepeatedForm(sentForm(kind, body)),
    handler: async (
      ctx: GuestCtx,
      { body, files }: { body: ContactPageBody; files: readonly MultipartFile[] },
    ) => {
      const storedFiles = await storeMessageFiles(ctx, files);
      const leadId = await receiveForm(ctx, sentForm(kind, body));
      const path = await getShownPath('lead-receipt', leadId);
      if (storedFiles.length > 0)
        await addMessageFiles(ctx, path, { files: storedFiles, viewId: body.envio });
      return path;
    },
  } as const;
}

/** Returns whether the sender left the phone that the preferred kind of reply needs. */
function hasPhone({ respuesta_preferida: preferred, telefono }: ContactPageBody): boolean {
  return telefono !== undefined || preferred === undefined || preferred === answerChoices[0];
}

/** Warns once about an e-mail and a phone that look mistyped. */
export function withDoubts<T extends z.ZodType<ContactPageBody>>(body: T) {
  return warnOfTypo(body).refine(
    ({ telefono, telefono_visto: shownPhone }) => shownPhone === telefono || !phoneDoubt(telefono),
    unlikelyPhone,
  );
}

/** The phone is checked together with the other fields, so that all problems are shown at once. */
const phoneIssue = {
  path: ['telefono'],
  when: ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => path?.[0] === 'telefono'),
};
const unlikelyPhone = {
  ...phoneIssue,
  error: ({ input }: { input: unknown }) =>
    `${phoneDoubt((input as ContactPageBody).telefono)} Si está bien, presiona otra vez.`,
};
const needsPhone = { ...phoneIssue, message: 'Escribe tu teléfono para llamarte.' };

/**
 * Makes the form to store. A form that is sent twice unchanged has the same key and makes one lead;
 * a changed form makes another.
 */
function sentForm(
  kind: PageForm,
  { envio, visto: _, telefono_visto: __, dia, hora, ...formAnswers }: ContactPageBody,
): SentForm {
  const isCall = formAnswers.respuesta_preferida === answerChoices[1];
  const answers = isCall
    ? { ...formAnswers, respuesta_preferida: callAnswer({ dia, hora }, now()) }
    : formAnswers;
  return { kind, answers, key: envio && `${envio} ${hashToken(JSON.stringify(answers))}` };
}
