import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import type { Conditions } from '#lib/domain/requests/offers/schema.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/operations/request-states.ts';

export type ConditionsState = 'open' | 'accepted' | 'expired' | 'closed' | 'held';

/** Only `open` may be accepted; days are Chile's. `held`: a decision waits its minute. */
export function conditionsState(
  { acceptedAt, validUntil }: Pick<Conditions, 'acceptedAt' | 'validUntil'>,
  request: RequestState,
  now: number,
  told = request,
): ConditionsState {
  if (acceptedAt !== undefined) return 'accepted';
  if (isDecided(request)) return isDecided(told) ? 'closed' : 'held';
  return validUntil !== undefined && validUntil < isoDay(now) ? 'expired' : 'open';
}
