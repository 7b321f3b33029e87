import { repliedCopy } from '#lib/domain/requests/applicant/copy.ts';
import { lackOf } from '#lib/domain/requests/applicant/view.ts';
import { type MessageStage, nounOf } from '#lib/domain/requests/leads/form-copy.ts';
import { answeringKinds } from '#lib/domain/requests/leads/rules.ts';
import type { ShownEvent } from '#lib/domain/requests/leads/schema.ts';
import type { FormLead } from '#lib/domain/requests/leads/view.ts';

/** The newest event comes first. */
type Events = readonly { at: number; event: ShownEvent }[];

/**
 * Returns how far the conversation about a message is, and since when (ms) its sender waits for an
 * answer. A choice of a call asks for no other answer.
 */
export function stageOfMessage(
  { handledAt, createdAt }: Pick<FormLead, 'handledAt' | 'createdAt'>,
  events: Events,
): { stage: MessageStage; since: number } {
  const answer = events.findIndex(({ event }) => answeringKinds.includes(event.kind));
  const newest = answer < 0 ? events : events.slice(0, answer);
  const closedAt = handledAt ?? 0;
  const added = newest.findLast(({ at, event }) => isAddition(event) && at > closedAt);
  if (added && (answer >= 0 || handledAt !== null)) return { stage: 'wrote', since: added.at };
  if (handledAt !== null) return { stage: 'closed', since: handledAt };
  return { stage: answer < 0 ? 'new' : 'answered', since: createdAt };
}

function isAddition(event: ShownEvent): boolean {
  return event.kind === 'files' || (event.kind === 'message' && !event.isCall);
}

type MessageMoment = {
  lead: Pick<FormLead, 'kind' | 'advisor'>;
  stage: MessageStage;
  received: string;
  /** When the promised call comes, such as ` el martes 24-11-2026 a las 10:00`, or an empty text. */
  callTime: string;
  missingCount: number;
  events: Events;
};

/**
 * Returns the top of a message's page. The notice of a reply stays when the sender adds something.
 */
export function headOfMessage({ lead, stage, received, callTime, ...moment }: MessageMoment) {
  const { missingCount, events } = moment;
  if (missingCount > 0) return { title: lackOf(missingCount).title, todo: lackOf(missingCount) };
  const reply = events.flatMap(({ event }) => (event.kind === 'reply' ? event : [])).at(0);
  const title = reply && replyTitle(reply, lead);
  const { verb, href } = repliedCopy;
  const read = reply && { verb, href };
  if (callTime) {
    const isAnswered = reply && !reply.call;
    return { title: isAnswered ? `${title} y te llama${callTime}` : received, todo: read };
  }
  if (stage === 'closed') return { title: `Cerramos tu ${nounOf(lead.kind)}`, todo: read };
  const choice = { verb: 'Elegir otra hora', href: '#llamada' };
  const isMissed = reply?.call === 'missed' && lead.kind === 'asesor';
  return { title: title ?? received, todo: isMissed ? choice : read };
}

function replyTitle(
  { call, subject }: Extract<ShownEvent, { kind: 'reply' }>,
  { advisor }: Pick<FormLead, 'advisor'>,
): string {
  if (call) return subject;
  return advisor ? `${advisor} te respondió` : repliedCopy.title;
}
