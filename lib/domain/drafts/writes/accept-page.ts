import { earlierGuaranteeFacts } from '#lib/domain/drafts/earlier-answers.ts';
import type { FieldValues } from '#lib/domain/drafts/field-types.ts';
import { MAX_GUARANTEES, type WizardPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { type StepId, steps } from '#lib/domain/drafts/steps.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** The page that was sent. `tenderValues` are answers that came from the tender. */
type SentPage = { page: WizardPage; tenderValues?: Record<string, string> };

/**
 * Stores the answers of a page. If the tender changes, answers of the former tender that nobody
 * edited are removed.
 */
export function acceptPage(
  answers: DraftAnswers,
  { page, tenderValues }: SentPage,
  data: FieldValues,
): void {
  if (steps[page.step].perGuarantee) {
    acceptGuarantee(answers, page, data);
    return;
  }
  if (tenderValues && answers.values.idLicitacion !== data.idLicitacion)
    removeTenderAnswers(answers, tenderValues);
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string') answers.values[name] = value;
    else delete answers.values[name];
  }
  markAnswered(answers, page.step);
  if (page.step === 'tipo') copyCompanyToTwin(answers);
}

/**
 * Copies the company to its page for the other type of contract, unless that page is answered. Both
 * pages begin with the same fields.
 */
function copyCompanyToTwin({ answered, values }: DraftAnswers): void {
  const [from, toStep] =
    values.sistemaLicitacion === 'privados' ? companySteps : companySteps.toReversed();
  if (!from || !toStep || !answered.includes(from) || answered.includes(toStep)) return;
  const names = steps[from].fields.map(({ name }) => name);
  for (const [at, { name }] of steps[toStep].fields.entries()) {
    const value = values[names[at] ?? ''];
    if (value) values[name] = value;
  }
  answered.push(toStep);
}

const companySteps: StepId[] = ['empresa', 'empresa-contratista'];

function removeTenderAnswers(answers: DraftAnswers, tenderValues: Record<string, string>): void {
  const unchangedNames = Object.keys(tenderValues).filter(
    (name) => answers.values[name] === tenderValues[name],
  );
  for (const name of unchangedNames) delete answers.values[name];
  const hasUnchangedField = (step: StepId) =>
    steps[step].fields.some(({ name }) => unchangedNames.includes(name));
  answers.answered = answers.answered.filter((step) => !hasUnchangedField(step));
}

function acceptGuarantee(answers: DraftAnswers, page: WizardPage, data: FieldValues): void {
  const item = answers.garantias.find(({ id }) => id === page.g);
  if (item) {
    const { glosaGarantia: copied } = earlierGuaranteeFacts(
      { ...answers, garantias: [] },
      item.tipoGarantia,
    );
    const isOtherKind = data.tipoGarantia !== undefined && data.tipoGarantia !== item.tipoGarantia;
    // The copied wording names the kind of the earlier guarantee.
    if (isOtherKind && item.glosaGarantia === copied) delete item.glosaGarantia;
    Object.assign(item, data);
  } else if (answers.garantias.length < MAX_GUARANTEES) {
    const { tipoGarantia: type } = data;
    answers.garantias.push({
      id: randomId().slice(0, 8),
      ...earlierGuaranteeFacts(answers, type),
      ...data,
    });
  }
}

export function markAnswered(answers: DraftAnswers, step: StepId): void {
  if (!answers.answered.includes(step)) answers.answered.push(step);
}
