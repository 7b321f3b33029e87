import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import type { Conditions } from '#lib/domain/requests/offers/schema.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export type ConditionsState = 'open' | 'accepted' | 'expired' | 'closed' | 'held';

/** Conditions are accepted only while `open`; days are Chile's. `held`: decided, not yet mailed. */
export function conditionsState(
  { acceptedAt, validUntil }: Pick<Conditions, 'acceptedAt' | 'validUntil'>,
  request: RequestState,
  now: number,
  shown = request,
): ConditionsState {
  if (acceptedAt !== undefined) return 'accepted';
  if (isDecided(request)) return isDecided(shown) ? 'closed' : 'held';
  return validUntil !== undefined && validUntil < isoDay(now) ? 'expired' : 'open';
}
