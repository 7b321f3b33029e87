import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { PUBLISHED } from '#lib/domain/marketplace/rules.ts';
import { lateIssueText, timelyPayText } from '#lib/domain/requests/submissions/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

/** Returns a draft's guarantees or, before there are any, the one that it most likely needs. */
export function wantedGuarantees({ garantias, chosenType }: WizardPageProps['answers']) {
  return garantias.length > 0 ? garantias : [{ tipoGarantia: chosenType ?? 'seriedad' }];
}

/**
 * Says that a bid bond of the draft may be late (`lateText`), or else until when its guarantees
 * must be paid for (`timelyText`).
 */
export async function readBidDeadline({
  answers,
  tender,
}: Pick<WizardPageProps, 'answers' | 'tender'>) {
  const { closesAt = null, stateCode } = tender?.facts ?? {};
  const closing = stateCode === PUBLISHED ? closesAt : null;
  const guarantees = wantedGuarantees(answers);
  const times = { ...getEnv().company, closesAt: closing, now: now() };
  const lateText = lateIssueText(guarantees, times);
  return { closing, lateText, timelyText: timelyPayText(guarantees, times) };
}
