import { asTyped } from '#lib/domain/drafts/copy.ts';
import type { Check, FieldName, PlausibilityCheck } from '#lib/domain/drafts/fields.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import {
  type Currency,
  currencies,
  endsTooSoon,
  inOrder,
} from '#lib/domain/requests/submissions/schema.ts';
import { formatAmount, phoneDoubt } from '#lib/platform/chile/format.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import { DAY } from '#lib/platform/process/durations.ts';

export const notBefore =
  (start: FieldName, end: FieldName): Check =>
  (values) =>
    inOrder(values[start], values[end]) ? {} : { [end]: endsTooSoon };

/** Larger amounts are doubted: 10^12 pesos, and about as much in the other units. */
const largest: Record<Currency, number> = { pesos: 1e12, UF: 3e7, USD: 1e9 };

/** Below this many pesos, zeros or thousands were most likely left out. */
const MIN_AMOUNT = 10_000;

const continueHint = 'Si es lo que piden, presiona Continuar otra vez.';

/** Returns the question about an amount that looks mistyped. Returns null if it is plausible. */
export function amountDoubt(decimal: string, unit: Currency): string | null {
  const amount = formatAmount(decimal, unit);
  if (Number(decimal) > largest[unit]) return `Son ${amount}: revisa los ceros.`;
  if (unit !== 'pesos') return null;
  if (Number(decimal) < MIN_AMOUNT) return `¿Son ${amount}? Revisa si faltan ceros.`;
  const cents = decimal.includes('.');
  return cents ? `Escribiste ${amount} y los pesos no llevan decimales.` : null;
}

export const unlikelyAmount: Check = ({ montoGarantia, monedaGarantia }): FieldErrors => {
  const unit = currencies.find((name) => name === monedaGarantia);
  const doubt = unit && montoGarantia ? amountDoubt(montoGarantia, unit) : null;
  return doubt ? { montoGarantia: `${doubt} ${continueHint}` } : {};
};

/** A guarantee that began longer ago was most likely meant for another year. */
const LONG_PAST_DAYS = 30;

const longPast: PlausibilityCheck = ({ vigenciaDesde }, today): FieldErrors => {
  const days = vigenciaDesde ? (Date.parse(today) - Date.parse(vigenciaDesde)) / DAY : 0;
  if (days <= LONG_PAST_DAYS) return {};
  const question = `Empezó hace ${days.toLocaleString('es-CL')} días: revisa el año.`;
  return { vigenciaDesde: `${question} ${continueHint}` };
};

/** Templates leave these to be filled in: `[nombre]`, `<monto>`, `____`, `XXXX`, `.....`. */
const placeholder = /\[[^[\]\n]*\]|<[^<>\n]+>|_{3,}|\.{4,}|…{2,}|\bX{4,}\b/i;

/** Doubts a term that began long ago, and a wording with gaps that were not filled in. */
export const doubtfulTerm: PlausibilityCheck = (values, today): FieldErrors => {
  const [blank] = placeholder.exec(values.glosaGarantia ?? '') ?? [];
  const glosaGarantia = `Dice «${blank?.slice(0, 40)}»: parece que falta completarlo. ${continueHint}`;
  return { ...longPast(values, today), ...(blank && { glosaGarantia }) };
};

export const unreadableTender: Check = ({ idLicitacion }): FieldErrors => {
  if (!idLicitacion) return {};
  const parsed = parseTenderId(idLicitacion);
  if (parsed.ok) return {};
  return {
    idLicitacion: `Escribiste ${idLicitacion}. ${codeProblems[parsed.problem]} Si no tienes otro, presiona Continuar otra vez.`,
  };
};

/** Doubts phones that cannot be called as they were typed. */
export const doubtfulPhones: Check = (values): FieldErrors =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, typed]) => {
      const doubt = name.startsWith('telefono') ? phoneDoubt(typed) : null;
      return doubt ? [[name, `${doubt} Si está bien, presiona Continuar otra vez.`]] : [];
    }),
  );

/** The button that confirms the address appears once the other fields, all required, are valid. */
export const mistypedEmail: Check = ({
  email,
  nombreSolicitante,
  telefonoSolicitante,
}): FieldErrors => {
  const suggestion = suggestEmail(email);
  if (!suggestion) return {};
  const isAlone = nombreSolicitante && telefonoSolicitante && !phoneDoubt(telefonoSolicitante);
  const continueHint = isAlone ? ` Si ${email} está bien, presiona «${asTyped}».` : '';
  return { email: `¿Quisiste decir ${suggestion}?${continueHint}` };
};
