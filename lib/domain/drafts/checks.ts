import { asTypedLabel, continueHint } from '#lib/domain/drafts/copy.ts';
import type {
  AnswerCheck,
  PlausibilityCheck,
  WizardFieldName,
} from '#lib/domain/drafts/field-types.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { endsTooSoonText, isInOrder } from '#lib/domain/requests/submissions/schema.ts';
import { daysBetween } from '#lib/platform/chile/calendar.ts';
import { phoneDoubt } from '#lib/platform/chile/format.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

/** Checks that the day in field `end` is not before the one in `start`. */
export const checkDayOrder =
  (start: WizardFieldName, end: WizardFieldName): AnswerCheck =>
  (values) =>
    isInOrder(values[start], values[end]) ? {} : { [end]: endsTooSoonText };
/** A guarantee that began this many days ago was most likely meant for another year. */
export const LONG_PAST_DAYS = 30;

const doubtLongPast: PlausibilityCheck = ({ vigenciaDesde }, today): FieldErrors => {
  const days = vigenciaDesde ? daysBetween(vigenciaDesde, today) : 0;
  if (days <= LONG_PAST_DAYS) return {};
  const question = `Empezó hace ${days.toLocaleString('es-CL')} días: revisa el año.`;
  return { vigenciaDesde: `${question} ${continueHint}` };
};

/** Gaps that templates leave to be filled in: `[nombre]`, `<monto>`, `____`, `XXXX`, `.....`. */
const gapPattern = /\[[^[\]\n]*\]|<[^<>\n]+>|_{3,}|\.{4,}|…{2,}|\bX{4,}\b/i;

/** Doubts a term that began long ago, and a wording (*glosa*) with gaps that were not filled in. */
export const doubtTerm: PlausibilityCheck = (values, today): FieldErrors => {
  const [blank] = gapPattern.exec(values.glosaGarantia ?? '') ?? [];
  const glosaGarantia = `Dice «${blank?.slice(0, 40)}»: parece que falta completarlo. ${continueHint}`;
  return { ...doubtLongPast(values, today), ...(blank && { glosaGarantia }) };
};

export const doubtTenderId: AnswerCheck = ({ idLicitacion }): FieldErrors => {
  if (!idLicitacion) return {};
  const parsed = parseTenderId(idLicitacion);
  if (parsed.ok) return {};
  return {
    idLicitacion: `Escribiste ${idLicitacion}. ${codeProblems[parsed.problem]} Si no tienes otro, presiona Continuar otra vez.`,
  };
};

/** Doubts phones that cannot be called as they were typed. */
export const doubtPhones: AnswerCheck = (values): FieldErrors =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, typed]) => {
      const doubt = name.startsWith('telefono') ? phoneDoubt(typed) : null;
      return doubt ? [[name, `${doubt} Si está bien, presiona Continuar otra vez.`]] : [];
    }),
  );

/**
 * Doubts an e-mail that looks mistyped. The page has a button to confirm it only if all other
 * fields are valid, so the question mentions the button only then.
 */
export const doubtEmail: AnswerCheck = ({
  email,
  nombreSolicitante,
  telefonoSolicitante,
}): FieldErrors => {
  const suggestion = suggestEmail(email);
  if (!suggestion) return {};
  const isAlone = nombreSolicitante && telefonoSolicitante && !phoneDoubt(telefonoSolicitante);
  const continueHint = isAlone ? ` Si ${email} está bien, presiona «${asTypedLabel}».` : '';
  return { email: `¿Quisiste decir ${suggestion}?${continueHint}` };
};
