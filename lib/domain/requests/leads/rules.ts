import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

/** Returns whether it takes no more offers or files. */
export function isDecided(state: RequestState): boolean {
  return state === 'rechazada' || state === 'emitida';
}

/** The kinds of event that count as an answer of ours. */
export const answeringKinds: readonly string[] = [
  'papers',
  'reply',
  'conditions',
  'state',
  'handled',
];

/** Mails to the applicant go out in the order of events. */
export function leadMailPartition(leadId: number): string {
  return `lead:${leadId}/mail`;
}

/** Mails about issued guarantees do not wait for a state mail that may still be withdrawn. */
export function leadIssuedPartition(leadId: number): string {
  return `lead:${leadId}/issued/mail`;
}

/** Mails to the team have their own queue: a missing address here delays no other mail. */
export function leadTeamPartition(leadId: number): string {
  return `lead:${leadId}/team/mail`;
}

/** The CRM has slots of its own, so that its outage delays no mail. */
export function leadCrmPartition(leadId: number): string {
  return `lead:${leadId}/crm`;
}
