import type { Conditions } from '#lib/domain/requests/conditions/schema.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export type ConditionsState = 'open' | 'accepted' | 'declined' | 'expired' | 'closed' | 'held';

/**
 * Returns the state of conditions. Only `open` ones can be accepted. `teamState` is the state of
 * the request that the team sees, `requestState` the one that the applicant sees. `held` means that
 * the request is decided and the applicant was not notified yet.
 */
export function conditionsStateOf(
  {
    acceptedAt,
    declinedAt,
    validUntil,
  }: Pick<Conditions, 'acceptedAt' | 'declinedAt' | 'validUntil'>,
  teamState: RequestState,
  now: number,
  requestState = teamState,
): ConditionsState {
  if (acceptedAt !== undefined) return 'accepted';
  if (isDecided(teamState)) return isDecided(requestState) ? 'closed' : 'held';
  if (declinedAt !== undefined) return 'declined';
  return validUntil !== undefined && validUntil < isoDay(now) ? 'expired' : 'open';
}
