import { emptyAnswers, isRequiredIn, prefilledAnswers } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { type StepId, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';

/**
 * Begins a draft with what stays true of an earlier request. Contact and company count as answered
 * if they are still valid. Beneficiary, kind, unit and wording are filled in on their pages, to be
 * confirmed.
 */
export function answersLike(request: number, earlier: StoredAnswers): DraftAnswers {
  const copiedSteps = stepIds.filter(
    (step) => step === 'tipo' || ['Contacto', 'Empresa'].includes(steps[step].review ?? ''),
  );
  const { values, ...begun } = answersIn(earlier, copiedSteps);
  const [first] = earlier.garantias;
  const tenderId = 'idLicitacion' in earlier ? earlier.idLicitacion : null;
  return {
    ...emptyAnswers(),
    ...begun,
    values: { ...values, ...beneficiaryIn(earlier) },
    known: { ...begun.known, request },
    ...(first && {
      chosenType: first.tipoGarantia,
      like: {
        type: first.tipoGarantia,
        currency: first.monedaGarantia,
        ...(first.glosaGarantia && { wording: first.glosaGarantia }),
        ...(tenderId && { tenderId }),
      },
    }),
  };
}

const beneficiarySteps: readonly StepId[] = ['institucion', 'mandante'];

/**
 * Returns the answers about the beneficiary. The dates on its page are left out, because they
 * belong to one contract.
 */
function beneficiaryIn(earlier: StoredAnswers): Record<string, string> {
  const { values } = answersIn(earlier, [...beneficiarySteps]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('fecha')));
}

/**
 * Returns the copied answers about a beneficiary that nobody confirmed yet. If the person names
 * another tender, they are removed.
 */
export function unconfirmedBeneficiary({ values, answered, known: origin }: DraftAnswers) {
  const step: StepId = 'institucion';
  if (origin?.request === undefined || answered.includes(step)) return {};
  const names = steps[step].fields.map(({ name }) => String(name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/**
 * Placeholder in a copied wording until the tender is known. The page of the wording asks for the
 * id.
 */
const TENDER_GAP = '[ID de la licitación]';

/** Returns unit and wording of the earlier guarantee for a new one of the same kind. */
export function factsLike(
  { like, values, garantias }: DraftAnswers,
  type: string | null | undefined,
) {
  if (!like || garantias.length > 0 || like.type !== type) return {};
  const { wording, tenderId, currency } = like;
  const named = values.idLicitacion || TENDER_GAP;
  const glosaGarantia = tenderId ? wording?.replaceAll(tenderId, named) : wording;
  return { monedaGarantia: currency, ...(glosaGarantia && { glosaGarantia }) };
}

/** Begins a draft with `item`, a guarantee that follows one of the request number `request`. */
export function answersToFollow(
  earlier: object,
  item: DraftGuarantee,
  request: number | null,
): DraftAnswers {
  const copiedSteps = stepIds.filter((step) => !steps[step].perGuarantee && step !== 'revisar');
  const begun = answersIn(earlier, copiedSteps);
  const prefilled = { ...begun.known, ...(request !== null && { request }) };
  return { ...emptyAnswers(), ...begun, garantias: [item], known: prefilled };
}

function answersIn(earlier: object, copiedSteps: StepId[]) {
  const earlierValues = new Map<string, unknown>(Object.entries(earlier));
  const applicableSteps = copiedSteps.filter((step) =>
    isRequiredIn(step, earlierValues.get('sistemaLicitacion')),
  );
  const values = applicableSteps.flatMap((step) =>
    steps[step].fields.flatMap(({ name }) => {
      const value = earlierValues.get(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  return prefilledAnswers(applicableSteps, Object.fromEntries(values));
}
