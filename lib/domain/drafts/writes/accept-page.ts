import { factsLike } from '#lib/domain/drafts/earlier-answers.ts';
import type { Values } from '#lib/domain/drafts/field-types.ts';
import { MAX_GUARANTEES, type WizardPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { type StepId, steps } from '#lib/domain/drafts/steps.ts';
import { randomId } from '#lib/platform/security/ids.ts';

/** The page that was sent. `tenderValues` are answers that came from the tender. */
type SentPage = { place: WizardPage; tenderValues?: Record<string, string> };

/**
 * Stores the answers of a page. Another tender removes the answers of the former one that were not
 * edited.
 */
export function acceptPage(
  answers: DraftAnswers,
  { place, tenderValues }: SentPage,
  data: Values,
): void {
  if (steps[place.step].perGuarantee) {
    acceptGuarantee(answers, place, data);
    return;
  }
  if (tenderValues && answers.values.idLicitacion !== data.idLicitacion)
    removeTenderAnswers(answers, tenderValues);
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string') answers.values[name] = value;
    else delete answers.values[name];
  }
  markAnswered(answers, place.step);
  if (place.step === 'tipo') copyCompanyToTwin(answers);
}

/**
 * Copies the company to its page for the other type of contract, unless that page is answered. Both
 * pages begin with the same fields.
 */
function copyCompanyToTwin({ answered, values }: DraftAnswers): void {
  const [from, to] = values.sistemaLicitacion === 'privados' ? twins : twins.toReversed();
  if (!from || !to || !answered.includes(from) || answered.includes(to)) return;
  const names = steps[from].fields.map(({ name }) => name);
  for (const [at, { name }] of steps[to].fields.entries()) {
    const value = values[names[at] ?? ''];
    if (value) values[name] = value;
  }
  answered.push(to);
}

const twins: StepId[] = ['empresa', 'empresa-contratista'];

function removeTenderAnswers(answers: DraftAnswers, tenderValues: Record<string, string>): void {
  const unchanged = Object.keys(tenderValues).filter(
    (name) => answers.values[name] === tenderValues[name],
  );
  for (const name of unchanged) delete answers.values[name];
  const asks = (step: StepId) => steps[step].fields.some(({ name }) => unchanged.includes(name));
  answers.answered = answers.answered.filter((step) => !asks(step));
}

function acceptGuarantee(answers: DraftAnswers, place: WizardPage, data: Values): void {
  const item = answers.garantias.find(({ id }) => id === place.g);
  if (item) {
    const { glosaGarantia: copied } = factsLike({ ...answers, garantias: [] }, item.tipoGarantia);
    const isOtherKind = data.tipoGarantia !== undefined && data.tipoGarantia !== item.tipoGarantia;
    // The copied wording names the earlier kind.
    if (isOtherKind && item.glosaGarantia === copied) delete item.glosaGarantia;
    Object.assign(item, data);
  } else if (answers.garantias.length < MAX_GUARANTEES) {
    const { tipoGarantia: type } = data;
    answers.garantias.push({ id: randomId().slice(0, 8), ...factsLike(answers, type), ...data });
  }
}

export function markAnswered(answers: DraftAnswers, step: StepId): void {
  if (!answers.answered.includes(step)) answers.answered.push(step);
}
