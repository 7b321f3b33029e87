import { createHash } from 'node:crypto';
import { answersForTender, emptyAnswers, nextPlace, type Place } from '#lib/domain/drafts/rules.ts';
import { type DraftAnswers, stepSchema } from '#lib/domain/drafts/schema.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { ownGuarantee, type Remark, remarksOn } from '#lib/domain/law/rules.ts';
import type { CodeProblem } from '#lib/domain/marketplace/rules.ts';
import type { TenderGuarantee } from '#lib/domain/marketplace/schema.ts';
import { askedTender } from '#lib/domain/marketplace/view.ts';
import { currencies, submission } from '#lib/domain/requests/submissions/schema.ts';
import {
  type AskedGuarantee,
  guaranteeParts,
  type StoredAnswers,
} from '#lib/domain/requests/submissions/view.ts';
import { groupAmount, readAmount } from '#lib/platform/chile/amounts.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';
import { calmName } from '#lib/platform/chile/names.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import type { TenderFacts } from '#lib/platform/mercado-publico/mapper.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';
import { fieldErrors } from '#lib/platform/operations/fields.ts';

export const WIZARD = '/gestiona-tu-garantia';

/**
 * `/gestiona-tu-garantia/<paso>?g=<guarantee>&borrador=<draft>`: a link of a page names its draft, as the
 * browser may hold others. With `aviso` the page says why one is sent there.
 */
export function placePath(place: Place, aviso?: 'revisa' | 'vencido' | 'en-otro'): string {
  return addressOf(`${WIZARD}/${place.step}`, {
    ...carriedBy(place),
    ...(place.draft && { borrador: place.draft }),
    ...(aviso && { aviso }),
  });
}

/** Query parameters and hidden fields that identify a place, beside its step. */
export function carriedBy({ g, licitacion }: Place): Record<string, string> {
  return { ...(g && { g }), ...(licitacion && { licitacion }) };
}

/** The address that a form of a page posts to. It names its draft, as another tab may have opened another one. */
export function formPath(what: string, { g, draft }: Place): string {
  return addressOf(`${WIZARD}/${what}`, { ...(g && { g }), ...(draft && { borrador: draft }) });
}

/** The page that mails a link to go on with this draft elsewhere. */
export function laterPath(draft: string): string {
  return addressOf(`${WIZARD}/continuar-despues`, { borrador: draft });
}

function addressOf(path: string, given: Record<string, string>): string {
  const query = new URLSearchParams(given);
  return `${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** The first page that is asked; a tender answers some in advance. */
export function startPath(licitacion?: string): string {
  const answers = licitacion ? answersForTender(licitacion) : emptyAnswers();
  return placePath({ ...nextPlace(answers), licitacion });
}

/** The answers as the API's schema takes them, without those of the other contract type. */
export function toStoredAnswers(
  draft: DraftAnswers,
): { answers: StoredAnswers } | { errors: FieldErrors } {
  const garantias = draft.garantias.map(({ id: _, page: _page, renews: _renews, ...item }) => item);
  const parsed = submission.safeParse({ ...draft.values, garantias });
  if (!parsed.success) return { errors: fieldErrors(parsed.error) };
  const { contratoUrl: _contrato, adicionalUrl: _adicional, ...answers } = parsed.data;
  const { contrato, adicional } = draft;
  const asked = answers.garantias.map((item, at) => {
    const renews = draft.garantias[at]?.renews;
    return { ...item, ...(renews && { renews }) };
  });
  return {
    answers: {
      ...answers,
      garantias: asked,
      ...(contrato && { contrato }),
      ...(adicional && { adicional }),
    },
  };
}

export function shownValues(answers: DraftAnswers, place: Place): Record<string, string> {
  const item = answers.garantias.find(({ id }) => id === place.g);
  return asShown(item ?? answers.values);
}

/** Texts by field as people write them; anything else is left out. */
export function asShown(stored: object): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(stored)) {
    if (typeof value !== 'string' || !value) continue;
    if (name === 'montoGarantia') shown[name] = groupAmount(value);
    else if (/^(vigencia|fecha)/.test(name)) shown[name] = formatDate(value);
    else shown[name] = name.startsWith('rut') ? formatRut(value) : value;
  }
  return shown;
}

/** `Garantía 2 de 2 · Fiel cumplimiento`: which one a page is about, where there are several. */
export function itemCaption({ garantias }: DraftAnswers, { step, g }: Place): string | undefined {
  if (!steps[step].perGuarantee) return undefined;
  const at = g ? garantias.findIndex(({ id }) => id === g) : garantias.length;
  const total = Math.max(garantias.length, at + 1);
  if (at < 0 || total < 2) return undefined;
  const { type } = guaranteeParts(garantias[at] ?? {});
  return [`Garantía ${at + 1} de ${total}`, type].filter(Boolean).join(' · ');
}

/** How a draft is called where a browser holds several: its tender or contract, and the first guarantee. */
export function draftName({ values, garantias }: DraftAnswers, tender: DraftTender | null) {
  const { sistemaLicitacion, idLicitacion, institucion } = values;
  const isPrivate = sistemaLicitacion === 'privados';
  const { type, amount } = guaranteeParts(garantias[0] ?? {});
  const about = isPrivate ? institucion : tender?.facts?.name;
  return {
    title: isPrivate ? 'Contrato privado' : (idLicitacion ?? 'Licitación sin número'),
    name: [about, type, amount].filter(Boolean).join(' · '),
  };
}

/** Where a guarantee of the draft, or the share of an offer typed beside it, is more than the law lets its tender ask for. */
export function lawRemarks(
  tender: DraftTender | null,
  item: Partial<AskedGuarantee>,
  typedShare = '',
): Remark[] {
  if (!tender?.type) return [];
  const asked = ownGuarantee(item);
  const share = readAmount(typedShare.replace('%', ''));
  return remarksOn(askedTender(tender.type, tender.facts), [
    asked,
    { ...asked, monto: share?.decimal ?? null, moneda: '%' },
  ]);
}

/** The same for the pages after the choice of the type, which has said what this tender may not ask for. */
export function ownRemarks(...asked: Parameters<typeof lawRemarks>): Remark[] {
  return lawRemarks(...asked).filter((remark) => remark !== 'seriedad-below');
}

export type DraftTender = {
  id: string;
  /** Letters such as `LE`; empty when it is no id. */
  type: string;
  problem: CodeProblem | null;
  missing: boolean;
  facts: (TenderFacts & { fetchedAt: number }) | null;
  /** All that its public page asks for. */
  asked: TenderGuarantee[];
  /** Those of them that the draft does not have yet. */
  suggestions: Suggestion[];
  remarks: Remark[];
};

/** A guarantee of the page; `key` names it in forms. */
export type Suggestion = TenderGuarantee & { key: string };

/** `$ 1.500.000`, `5 %`, `300 Euro`: the amount as the page means it, never a share made into money. */
export function pageAmount({ monto, moneda }: Pick<TenderGuarantee, 'monto' | 'moneda'>): string {
  if (!monto) return '';
  const currency = currencies.find((name) => name === moneda);
  return currency
    ? formatAmount(monto, currency)
    : `${groupAmount(monto)} ${(moneda ?? '').slice(0, 40)}`.trim();
}

/** Answers suggested by Mercado Público, with capitals calmed; the person can change all of them. */
export function broughtValues(tender: DraftTender | null): Record<string, string> {
  const { buyerName, buyerRut } = tender?.facts ?? {};
  const told = stepSchema('institucion').safeParse({
    ...(buyerName && buyerName.length <= 200 && { institucion: calmName(buyerName) }),
    ...(buyerRut && { rutInstitucion: buyerRut }),
  });
  const { institucion, rutInstitucion } = told.data ?? {};
  return { ...(institucion && { institucion }), ...(rutInstitucion && { rutInstitucion }) };
}

/** Something that is most likely wrong, and the page where it was answered. */
export type Question = { text: string; place: Place };

/** Names in a form the questions that its page showed. */
export function keyOfQuestions(questions: Question[]): string {
  return createHash('sha256').update(JSON.stringify(questions)).digest('hex').slice(0, 16);
}
