import { emptyAnswers, isRequiredIn, prefilledAnswers } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers, DraftGuarantee } from '#lib/domain/drafts/schema.ts';
import { type StepId, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import { parseTypedTenderId } from '#lib/domain/marketplace/rules.ts';
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { guaranteeTypes } from '#lib/domain/requests/submissions/schema.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/**
 * Returns whether the step's answers in an earlier request also hold for a new one. The review
 * shows these steps.
 */
const isCopied = (step: StepId): boolean =>
  ['tipo', 'garantias', 'documentos', ...beneficiarySteps].includes(step) ||
  ['Contacto', 'Empresa'].includes(steps[step].review ?? '');

const beneficiarySteps: readonly StepId[] = ['institucion', 'mandante'];

/**
 * Begins a draft with the answers of an earlier request that still hold. Contact, company and
 * beneficiary count as answered if they are valid, and so do kind, unit and wording of the first
 * guarantee. The question about a public tender comes first, because the tender's page may state
 * the guarantee.
 */
export function answersFromEarlierRequest(
  submissionId: number,
  earlierAnswers: StoredAnswers,
): DraftAnswers {
  // The dates on the page of a private contract belong to that contract.
  const lasting = Object.fromEntries(
    Object.entries(earlierAnswers).filter(
      ([name]) => !/^fecha(?:Inicio|Termino)Contrato$/.test(name),
    ),
  );
  const begun = copyAnswers(lasting, stepIds.filter(isCopied));
  const [first] = earlierAnswers.garantias;
  const tenderId = 'idLicitacion' in earlierAnswers ? earlierAnswers.idLicitacion : null;
  const answers: DraftAnswers = {
    ...emptyAnswers(),
    ...begun,
    known: { ...begun.known, request: submissionId },
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
  return earlierAnswers.sistemaLicitacion === 'privados' ? withGuaranteeLike(answers) : answers;
}

/**
 * Returns the answers of a draft that is like an earlier one, with a guarantee: `requested`, which
 * the tender's page requires, or otherwise a copy of the earlier guarantee.
 */
export function withGuaranteeLike(answers: DraftAnswers, requested?: DraftGuarantee): DraftAnswers {
  const { like, garantias } = answers;
  if (!like || garantias.length > 0) return answers;
  const item = {
    id: randomId().slice(0, 8),
    tipoGarantia: like.type,
    ...earlierGuaranteeFacts(answers, like.type),
    ...requested,
  };
  return { ...answers, garantias: [item] };
}

/**
 * Returns copied answers about a beneficiary that nobody confirmed yet. They are removed if the
 * person names another tender.
 */
export function unconfirmedBeneficiary({ values, answered, known: origin }: DraftAnswers) {
  const step: StepId = 'institucion';
  const isConfirmed = answered.includes(step) && !origin?.steps.includes(step);
  if (origin?.request === undefined || isConfirmed) return {};
  const names = steps[step].fields.map(({ name }) => String(name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Placeholder for the tender's id in a copied wording. The page of the wording asks for the id. */
const TENDER_GAP = '[ID de la licitación]';

/** Returns unit and wording of the earlier guarantee for a new one of the same kind. */
export function earlierGuaranteeFacts(
  { like, values, garantias }: DraftAnswers,
  type: string | null | undefined,
): Pick<DraftGuarantee, 'monedaGarantia' | 'glosaGarantia'> {
  if (!like || garantias.length > 0 || like.type !== type) return {};
  const { wording, tenderId, currency } = like;
  const named = values.idLicitacion || TENDER_GAP;
  const glosaGarantia = tenderId ? wording?.replaceAll(tenderId, named) : wording;
  return { monedaGarantia: currency, ...(glosaGarantia && { glosaGarantia }) };
}

/**
 * Begins a draft with the content of a contact message: the sender's contact and RUT, the kind of
 * guarantee, and the public tender that the text names.
 */
export function answersFromMessage(leadId: number, form: ContactFormBody): DraftAnswers {
  const tender = parseTypedTenderId(form.mensaje ?? '');
  const name = [form.primer_nombre, form.apellido].filter(Boolean).join(' ');
  const values = {
    nombreSolicitante: name,
    email: form.correo,
    ...(form.telefono && { telefonoSolicitante: form.telefono }),
    ...(form.rut && { rutEmpresaOferente: form.rut, rutEmpresaContratista: form.rut }),
    ...(tender.ok && { sistemaLicitacion: 'chilecompra', idLicitacion: tender.code.id }),
  };
  const begun = prefilledAnswers(
    tender.ok ? ['tipo', 'contacto', 'licitacion'] : ['contacto'],
    values,
  );
  const chosenType = guaranteeTypes.find(
    (type) => guaranteeTypeCopy[type].label === form.perfil_activo,
  );
  return {
    ...emptyAnswers(),
    ...begun,
    known: { ...begun.known, message: leadId },
    ...(chosenType && { chosenType }),
  };
}

/**
 * Begins a draft with `item`, a guarantee that follows a guarantee of the request `submissionId`.
 */
export function answersToFollow(
  earlierAnswers: object,
  item: DraftGuarantee,
  submissionId: number | null,
): DraftAnswers {
  const copiedSteps = stepIds.filter((step) => !steps[step].perGuarantee && step !== 'revisar');
  const begun = copyAnswers(earlierAnswers, copiedSteps);
  const prefilled = { ...begun.known, ...(submissionId !== null && { request: submissionId }) };
  return { ...emptyAnswers(), ...begun, garantias: [item], known: prefilled };
}

function copyAnswers(earlier: object, copiedSteps: StepId[]) {
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
