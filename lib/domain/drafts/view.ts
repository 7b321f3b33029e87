import { createHash } from 'node:crypto';
import {
  answersFromLink,
  nextPage,
  type WizardLinkParams,
  type WizardPage,
} from '#lib/domain/drafts/rules.ts';
import { type DraftAnswers, stepSchema } from '#lib/domain/drafts/schema.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { ownGuarantee, type Remark, remarksOn } from '#lib/domain/law/rules.ts';
import type { CodeProblem } from '#lib/domain/marketplace/rules.ts';
import type { TenderGuarantee } from '#lib/domain/marketplace/schema.ts';
import { lawTender } from '#lib/domain/marketplace/view.ts';
import { currencies, submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import {
  guaranteeOrdinal,
  guaranteeTexts,
  type RequestedGuarantee,
  type StoredAnswers,
} from '#lib/domain/requests/submissions/view.ts';
import { groupAmount, parseAmount } from '#lib/platform/chile/amounts.ts';
import { formatAmount, formatDate, formatPhone } from '#lib/platform/chile/format.ts';
import { nameFromCapitals } from '#lib/platform/chile/names.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { MappedTender } from '#lib/platform/mercado-publico/mapper.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';
import { randomId } from '#lib/platform/security/ids.ts';
import { pathWithQuery } from '#lib/platform/web/path-with-query.ts';

export const WIZARD = '/gestiona-tu-garantia';

/**
 * Returns the URL of a page, `/gestiona-tu-garantia/<paso>?g=<guarantee>&borrador=<draft>`. `aviso`
 * makes the page explain a redirect. The fragment names a group of folded fields.
 */
export function wizardPath(page: WizardPage, aviso?: 'revisa' | 'vencido' | 'en-otro'): string {
  const path = pathWithQuery(`${WIZARD}/${page.step}`, {
    ...wizardPageParams(page),
    ...draftOrViewParams(page),
    ...(aviso && { aviso }),
  });
  return page.fold ? `${path}#${page.fold}` : path;
}

/**
 * Returns what identifies a page beside its step and its draft. Links have these values as query
 * parameters and forms as hidden fields.
 */
export function wizardPageParams({ g, isChange, ...opening }: WizardPage): Record<string, string> {
  const { licitacion, garantia, calculo } = opening;
  return {
    ...(g && { g }),
    ...(licitacion && { licitacion }),
    ...(garantia && { garantia }),
    ...(calculo && { calculo }),
    ...(isChange && { cambio: '1' }),
  };
}

export function formPath(action: string, page: WizardPage): string {
  return pathWithQuery(`${WIZARD}/${action}`, {
    ...(page.g && { g: page.g }),
    ...draftOrViewParams(page),
  });
}

/** Pages and forms name their draft or their view, because a browser may have several drafts. */
function draftOrViewParams({ draft, view }: WizardPage): Record<string, string> {
  return draft ? { borrador: draft } : view ? { vista: view } : {};
}

/** Returns the page that asks for advice. It gets the answers that the draft has so far. */
export const advicePath = (draft: string | undefined) =>
  pathWithQuery('/asesor', draft ? { borrador: draft } : {});

/** Returns the search of tenders. The tender that a person chooses there is put into this draft. */
export const tenderSearchPath = (draft: string | undefined) =>
  pathWithQuery('/licitaciones', draft ? { borrador: draft } : {});

/** Returns the page that mails a link to continue this draft elsewhere. */
export const laterPath = (draft: string) =>
  pathWithQuery(`${WIZARD}/continuar-despues`, { borrador: draft });

/**
 * Returns the page with the first open question of a new draft. A tender answers some pages in
 * advance.
 */
export function startPath(opening: WizardLinkParams): string {
  return wizardPath({ ...nextPage(answersFromLink(opening)), ...opening, view: randomId() });
}

/** Returns the answers in the schema of the API, without answers of the other contract type. */
export function toStoredAnswers(
  draftAnswers: DraftAnswers,
): { answers: StoredAnswers } | { errors: FieldErrors } {
  const garantias = draftAnswers.garantias.map(
    ({ id: _, page: _page, renews: _renews, ...item }) => item,
  );
  const parsed = submissionBody.safeParse({ ...draftAnswers.values, garantias });
  if (!parsed.success) return { errors: fieldErrors(parsed.error) };
  const { contratoUrl: _contrato, adicionalUrl: _adicional, ...answers } = parsed.data;
  const { contrato, adicional } = draftAnswers;
  const storedGuarantees = answers.garantias.map((item, at) => {
    const renews = draftAnswers.garantias[at]?.renews;
    return { ...item, ...(renews && { renews }) };
  });
  return {
    answers: {
      ...answers,
      garantias: storedGuarantees,
      ...(contrato && { contrato }),
      ...(adicional && { adicional }),
    },
  };
}

/** Returns the stored answers of a page, or of its guarantee, as people write them. */
export function shownValues(answers: DraftAnswers, page: WizardPage): Record<string, string> {
  const item = answers.garantias.find(({ id }) => id === page.g);
  return formatAnswers(item ?? answers.values);
}

/**
 * Converts stored answers to texts as people write them, by field. Values that are not text are
 * left out.
 */
export function formatAnswers(stored: object): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(stored)) {
    if (typeof value !== 'string' || !value) continue;
    if (name === 'montoGarantia') texts[name] = groupAmount(value);
    else if (/^(vigencia|fecha)/.test(name)) texts[name] = formatDate(value);
    else if (name.startsWith('telefono')) texts[name] = formatPhone(value);
    else texts[name] = name.startsWith('rut') ? formatRut(value) : value;
  }
  return texts;
}

/**
 * Returns `Garantía 2 de 2 · Fiel cumplimiento` if there are several guarantees. For a single one,
 * returns the kind if it was copied from an earlier guarantee, because then no page asked for it.
 */
export function itemCaption(answers: DraftAnswers, { step, g }: WizardPage): string | undefined {
  const { garantias, like } = answers;
  if (!steps[step].perGuarantee) return undefined;
  const index = g ? garantias.findIndex(({ id }) => id === g) : garantias.length;
  const total = Math.max(garantias.length, index + 1);
  const { type } = guaranteeTexts(garantias[index] ?? {});
  if (index < 0) return undefined;
  if (total < 2) return like && (type ?? undefined);
  return [guaranteeOrdinal(index, total), type].filter(Boolean).join(' · ');
}

/** Names a draft by its tender or contract and its first guarantee, for lists of drafts. */
export function describeDraft({ values, garantias }: DraftAnswers, tender: DraftTender | null) {
  const { sistemaLicitacion, idLicitacion, razonSocialMandante, nombreEmpresaContratista } = values;
  const isPrivate = sistemaLicitacion === 'privados';
  const { type, amount } = guaranteeTexts(garantias[0] ?? {});
  const title = isPrivate ? (razonSocialMandante ?? nombreEmpresaContratista) : tender?.name;
  return {
    title: isPrivate ? 'Contrato privado' : (idLicitacion ?? 'Licitación sin número'),
    name: [title, type, amount].filter(Boolean).join(' · '),
  };
}

/**
 * Returns remarks where the amount of a guarantee, or the percentage `typedShare` of a bid, exceeds
 * a legal limit.
 */
export function lawRemarks(
  tender: DraftTender | null,
  item: Partial<RequestedGuarantee>,
  typedShare = '',
): Remark[] {
  if (!tender?.type) return [];
  const guarantee = ownGuarantee(item);
  const share = parseAmount(typedShare.replace('%', ''));
  return remarksOn(lawTender(tender.type, tender.facts), [
    guarantee,
    { ...guarantee, monto: share?.decimal ?? null, moneda: '%' },
  ]);
}

/** Returns what `lawRemarks` returns, without `seriedad-below`, which an earlier page has shown. */
export function ownRemarks(...args: Parameters<typeof lawRemarks>): Remark[] {
  return lawRemarks(...args).filter((remark) => remark !== 'seriedad-below');
}

export type DraftTender = {
  id: string;
  /** Letters such as `LE`; empty when the id is invalid. */
  type: string;
  problem: CodeProblem | null;
  isMissing: boolean;
  /** The official name, which may be known before `facts`. */
  name: string | null;
  /** The closing (ms), which may be known before `facts`. */
  closesAt: number | null;
  facts: (MappedTender & { fetchedAt: number }) | null;
  /** All guarantees that its public page requires. */
  requested: Suggestion[];
  /** Required guarantees that are not in the draft yet. */
  suggestions: Suggestion[];
  remarks: Remark[];
};

/** A guarantee that the tender's page requires. `key` identifies it in forms. */
export type Suggestion = TenderGuarantee & { key: string };

/** Returns the amount as the tender's page states it: `$ 1.500.000`, `5 %` or `300 Euro`. */
export function pageAmount({ monto, moneda }: Pick<TenderGuarantee, 'monto' | 'moneda'>): string {
  if (!monto) return '';
  const currency = currencies.find((name) => name === moneda);
  return currency
    ? formatAmount(monto, currency)
    : `${groupAmount(monto)} ${(moneda ?? '').slice(0, 40)}`.trim();
}

/**
 * Returns answers that the tender gives. Names in capitals are rewritten. The applicant may change
 * every answer.
 */
export function valuesOfTender(tender: DraftTender | null): Record<string, string> {
  const { buyerName, buyerRut } = tender?.facts ?? {};
  const parsed = stepSchema('institucion').safeParse({
    ...(buyerName && buyerName.length <= 200 && { institucion: nameFromCapitals(buyerName) }),
    ...(buyerRut && { rutInstitucion: buyerRut }),
  });
  const { institucion, rutInstitucion } = parsed.data ?? {};
  return { ...(institucion && { institucion }), ...(rutInstitucion && { rutInstitucion }) };
}

/** Explains why a suggestion has no last day: the day has passed, or the tender's page has none. */
export function missingEndText(end: string): string {
  return end
    ? `La ficha pide que venza el ${formatDate(end)}, y esa fecha ya pasó. Escribe hasta cuándo te la piden ahora.`
    : 'La ficha no dice hasta cuándo debe regir. Búscalo en las bases y escríbelo.';
}

/** A likely mistake, and the page where it was answered. */
export type Question = { text: string; page: WizardPage };

/**
 * Returns a key for a set of questions. The form of the review sends the key, so that only
 * questions that were on the page count as confirmed.
 */
export function keyOfQuestions(questions: Question[]): string {
  return createHash('sha256').update(JSON.stringify(questions)).digest('hex').slice(0, 16);
}
