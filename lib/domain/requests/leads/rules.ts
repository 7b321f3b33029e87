import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

/** A decided request accepts no more offers or files. */
export function isDecided(state: RequestState): boolean {
  return state === 'rechazada' || state === 'emitida';
}

/** The kinds of event that count as an answer by the team. */
export const answeringKinds: readonly string[] = [
  'papers',
  'reply',
  'conditions',
  'state',
  'handled',
];

/** A lead has one partition for mails to its applicant, so they keep the order of events. */
export function leadMailPartition(leadId: number): string {
  return `lead:${leadId}/mail`;
}

/** Mails about issued guarantees do not wait for a state mail that may still be withdrawn. */
export function leadIssuedPartition(leadId: number): string {
  return `lead:${leadId}/issued/mail`;
}

/** Mails to the team have their own partition: without a team address no other mail is late. */
export function leadTeamPartition(leadId: number): string {
  return `lead:${leadId}/team/mail`;
}

/** The CRM has its own partition, so that its outage delays no mail. */
export function leadCrmPartition(leadId: number): string {
  return `lead:${leadId}/crm`;
}
