import {
  type Answer,
  type Asker,
  type Asking,
  findKnown,
  lookUp,
  lookUpInTime,
} from '#lib/domain/marketplace/reads/cached-answers.ts';
import {
  type DayList,
  dayListQuestion,
  tenderQuestion,
} from '#lib/domain/marketplace/reads/questions.ts';
import type { ListedTender } from '#lib/domain/marketplace/writes/remember.ts';
import { marketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';
import type { TenderFacts } from '#lib/platform/mercado-publico/mapper.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

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

/** Serves a page of the wizard, with null when there is no answer in its time. */
export async function findTenderInTime(
  id: string,
  by?: Asker,
): Promise<Answer<TenderFacts | null> | null> {
  if (!marketplaceConfigured()) return null;
  return lookUpInTime(tenderQuestion(id), by && { by: { ...by, wizard: true } });
}

/** The stored tender, however old; null when it was never asked for. Makes no call. */
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

/** Throws `not_configured` without a ticket, also where an answer is kept so that a ticket that was taken away is noticed. */
export function requireTicket(): void {
  if (!marketplaceConfigured()) throw new AppError('not_configured');
}
