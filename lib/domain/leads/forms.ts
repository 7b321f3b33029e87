import { z } from 'zod';
import { contactLimits } from '#lib/domain/leads/operations.ts';
import { contactForm, type FormKind, PAGE_MESSAGE } from '#lib/domain/leads/schema.ts';
import { isRepeatedForm, receiveForm, type SentForm } from '#lib/domain/leads/writes.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';
import { optional, paragraph } from '#lib/platform/fields.ts';
import { defineOperation } from '#lib/platform/operation.ts';
import { hashToken } from '#lib/platform/secrets.ts';

/** What a page asks beyond the endpoint; `envio` names the page view that the form was sent from. */
const body = contactForm.extend({
  mensaje: optional(paragraph('Escribe tu mensaje.', PAGE_MESSAGE)),
  acepta_politicas: z
    .literal('true', 'Acepta el uso de tus datos para que podamos responderte.')
    .transform(() => true),
  envio: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional()
    .catch(undefined),
});
type Body = z.output<typeof body>;

export const keptFields = Object.keys(contactForm.shape);

/** The pages' forms: limit and verb are the endpoint's own. */
export const contactPageForm = formOf(
  'contacto',
  body.extend({ mensaje: paragraph('Escribe tu mensaje.', PAGE_MESSAGE) }),
);
export const advisorPageForm = formOf('asesor', body);
export const expertPageForm = formOf('experto', body);

function formOf(kind: FormKind, schema: z.ZodType<Body>) {
  return defineOperation({
    method: 'POST',
    path: `/${kind}/enviar`,
    auth: 'guest',
    captcha: 'contact',
    limit: contactLimits[kind],
    body: schema,
    reply: z.object({ location: z.string() }),
    summary: `Send the form of /${kind}`,
    repeats: async (input) => isRepeatedForm(sentForm(kind, input.body)),
    handler: async (ctx, input) => {
      const id = await receiveForm(ctx, sentForm(kind, input.body));
      return { location: await getShownPath('lead-receipt', id) };
    },
  });
}

/** Sent again unchanged from one page view it is the same lead; changed, after going back, another. */
function sentForm(kind: FormKind, { envio, ...answers }: Body): SentForm {
  return { kind, answers, key: envio && `${envio} ${hashToken(JSON.stringify(answers))}` };
}
