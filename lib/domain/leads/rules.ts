import type { RequestState } from '#lib/platform/request-states.ts';

/** Nothing is offered for it any more, nor taken. */
export function isDecided(state: RequestState): boolean {
  return state === 'rechazada' || state === 'emitida';
}

/** The kinds of event that count as an answer of ours. */
export const answers: readonly string[] = ['papers', 'reply', 'conditions', 'state', 'handled'];

/** Mails to the applicant go out in the order of events. */
export function leadMailLane(leadId: number): string {
  return `lead:${leadId}/mail`;
}

/** Of a guarantee that is there: it waits for no mail that may still be taken back. */
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
