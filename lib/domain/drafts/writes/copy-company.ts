import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import { type StepId, steps } from '#lib/domain/drafts/steps.ts';

/**
 * Copies the company to its page for the other type of contract, unless that page is answered. Both
 * pages begin with the same fields.
 */
export function copyCompanyToTwin({ answered, values }: DraftAnswers): void {
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
