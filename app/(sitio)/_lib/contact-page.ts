import { pageCaptcha, type QueryProps, readPageQuery } from '#app/_lib/page-query.ts';
import { findVisitor } from '#app/_lib/page-user.ts';
import { findLink } from '#lib/domain/links/reads.ts';
import { isEnded } from '#lib/domain/links/rules.ts';
import { answerChoices } from '#lib/domain/requests/leads/contact-schema.ts';
import { findFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { callHours, callValues } from '#lib/domain/requests/leads/rules.ts';
import type { FormKind } from '#lib/domain/requests/leads/schema.ts';
import { fullName } from '#lib/domain/requests/leads/view.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import { now } from '#lib/platform/process/clock.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export async function readContactPage(props: QueryProps) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = problem ? null : await findVisitor();
  const knownValues: Record<string, string> = {
    ...(user && { correo: user.email }),
    ...(!problem && (await valuesToSendAgain(query.recibido))),
  };
  return {
    query,
    problem,
    form: {
      values: { ...knownValues, ...values },
      errors,
      captcha: await pageCaptcha('contact'),
      sendingId: randomId(),
    },
  };
}

/** Returns the form that begins with the message whose page is at `path`, to send it once more. */
export function sendAgainUrl(kind: FormKind, path: string): string {
  const form = kind === 'contacto' ? '/contacto' : '/asesor';
  return `${form}?recibido=${path.split('/').at(-1)}#formulario`;
}

/**
 * Returns what was typed in a message, with the e-mail that was probably meant. `token` is that of
 * the message's page, which shows the same. Returns nothing for a link that has ended.
 */
async function valuesToSendAgain(token: string | undefined): Promise<Record<string, string>> {
  const link = token ? await findLink('lead-receipt', token) : null;
  const lead = link && !isEnded(link, now()) ? await findFormLead(Number(link.subject)) : null;
  if (!lead) return {};
  const { answers, createdAt } = lead;
  const { respuesta_preferida: preferred, correo } = answers;
  const hasCall = preferred?.startsWith(answerChoices[1]);
  const callEnd = callHours(preferred, createdAt)?.end ?? 0;
  return {
    primer_nombre: fullName(answers),
    correo: suggestEmail(correo) ?? correo,
    mensaje: answers.mensaje ?? '',
    telefono: answers.telefono ?? '',
    perfil_activo: answers.perfil_activo ?? '',
    cuando_cierra: answers.cuando_cierra ?? '',
    respuesta_preferida: hasCall ? answerChoices[1] : (preferred ?? ''),
    ...(callEnd > now() && callValues(preferred, createdAt)),
  };
}
