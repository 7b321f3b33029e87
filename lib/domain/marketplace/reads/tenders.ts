import { setTimeout as sleep } from 'node:timers/promises';
import type { Asker, Asking } from '#lib/domain/marketplace/reads/asking.ts';
import { type Answer, findKnown, lookUp } from '#lib/domain/marketplace/reads/look-up.ts';
import {
  type DayList,
  dayListQuestion,
  type ListedTender,
  tenderQuestion,
} from '#lib/domain/marketplace/reads/questions.ts';
import { meansUnknown } from '#lib/domain/marketplace/reads/refusals.ts';
import { AppError } from '#lib/platform/errors.ts';
import { marketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import { timing } from '#lib/platform/mercado-publico/timing.ts';
import type { TenderFacts } from '#lib/platform/mercado-publico/types.ts';

/** The tenders with something happening on a day. Throws as `lookUp`. */
export async function listDay(list: DayList, asking?: Asking): Promise<Answer<ListedTender[]>> {
  requireTicket();
  return lookUp(dayListQuestion(list), asking);
}

/** The tender of an id that `parseTenderId` gave; `value` null: there is none. */
export async function findTender(id: string, asking?: Asking): Promise<Answer<TenderFacts | null>> {
  requireTicket();
  return lookUp(tenderQuestion(id), asking);
}

/** What the wizard can know in time. `unknown`: no answer; the person fills it in. */
export type WizardTender =
  | { known: 'found'; tender: TenderFacts; stale: boolean }
  | { known: 'missing' }
  | { known: 'unknown' };

/** Never throws for what Mercado Público does. The question goes on behind the page's wait. */
export async function findTenderForWizard(id: string, by?: Asker): Promise<WizardTender> {
  if (!marketplaceConfigured()) return { known: 'unknown' };
  const timer = new AbortController();
  const late = sleep(timing().stepMs, null, { signal: timer.signal }).catch(() => null);
  const asked = lookUp(tenderQuestion(id), by && { by: { ...by, wizard: true } }).catch(
    (error: unknown) => {
      if (meansUnknown(error)) return null;
      throw error;
    },
  );
  const answer = await Promise.race([asked, late]).finally(() => timer.abort());
  if (answer?.value) return { known: 'found', tender: answer.value, stale: answer.stale };
  if (answer) return { known: 'missing' };
  const held = await findKnown<TenderFacts | null>(tenderQuestion(id).key);
  return held?.value ? { known: 'found', tender: held.value, stale: true } : { known: 'unknown' };
}

/** What is stored of a tender, however old; null when it was never asked for. Makes no call. */
export async function findKnownTender(
  id: string,
): Promise<{ value: TenderFacts | null; fetchedAt: number } | null> {
  return marketplaceConfigured() ? findKnown<TenderFacts | null>(tenderQuestion(id).key) : null;
}

/** When the list of a day was last fetched, ms; null when it never was. Makes no call. */
export async function findListedAt(day: string): Promise<number | null> {
  const held = await findKnown<ListedTender[]>(dayListQuestion({ day }).key);
  return held?.fetchedAt ?? null;
}

/** Throws `not_configured` without a ticket, also where an answer is kept (decisions 10). */
export function requireTicket(): void {
  if (!marketplaceConfigured()) throw new AppError('not_configured');
}
