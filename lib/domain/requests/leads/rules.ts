import type { RequestState } from '#lib/platform/operations/request-states.ts';

/** No more offers or files for it. */
export function isDecided(state: RequestState): boolean {
  return state === 'rechazada' || state === 'emitida';
}

/** The kinds of event that count as an answer of ours. */
export const answers: readonly string[] = ['papers', 'reply', 'conditions', 'state', 'handled'];

/** Mails to the applicant go out in the order of events. */
export function leadMailLane(leadId: number): string {
  return `lead:${leadId}/mail`;
}

/** Mails about issued guarantees: they do not wait for a state mail that may still be withdrawn. */
export function leadIssuedLane(leadId: number): string {
  return `lead:${leadId}/issued/mail`;
}

/** Mails to the team: a missing address here delays no other mail. */
export function leadTeamLane(leadId: number): string {
  return `lead:${leadId}/team/mail`;
}

/** The CRM has slots of its own: one that is down holds no mail back. */
export function leadCrmLane(leadId: number): string {
  return `lead:${leadId}/crm`;
}
