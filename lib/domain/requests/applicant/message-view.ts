import { answersFromMessage } from '#lib/domain/drafts/earlier-answers.ts';
import { repliedCopy } from '#lib/domain/requests/applicant/copy.ts';
import { missingDocumentsTodo } from '#lib/domain/requests/applicant/view.ts';
import { callChangeLine } from '#lib/domain/requests/leads/call-copy.ts';
import { answerChoices } from '#lib/domain/requests/leads/contact-schema.ts';
import { type MessageStage, nounOf } from '#lib/domain/requests/leads/form-copy.ts';
import { eventKindsThatAnswer, parseCallChoice } from '#lib/domain/requests/leads/rules.ts';
import type { ShownEvent } from '#lib/domain/requests/leads/schema.ts';
import type { FormLead } from '#lib/domain/requests/leads/view.ts';
import { replySubject } from '#lib/domain/requests/team/copy.ts';

/** The newest event comes first. */
type Events = readonly { at: number; event: ShownEvent }[];

/**
 * Returns the stage of the conversation about a message, and since when (ms) its sender waits for
 * an answer. A sender who chose a call on a certain day does not wait for another answer.
 */
export function stageOfMessage(
  { handledAt, createdAt }: Pick<FormLead, 'handledAt' | 'createdAt'>,
  events: Events,
): { stage: MessageStage; since: number } {
  const answerIndex = events.findIndex(({ event }) => eventKindsThatAnswer.includes(event.kind));
  const newest = answerIndex < 0 ? events : events.slice(0, answerIndex);
  const closedAt = handledAt ?? 0;
  const chosenCall = findOpenCallChoice(newest);
  const added = newest.findLast(
    (one) => one.at > closedAt && (isAddition(one.event) || one === chosenCall),
  );
  if (added && (answerIndex >= 0 || handledAt !== null)) return { stage: 'wrote', since: added.at };
  if (handledAt !== null) return { stage: 'closed', since: handledAt };
  if (answerIndex >= 0) return { stage: 'answered', since: createdAt };
  return { stage: 'new', since: chosenCall?.at ?? createdAt };
}

function isAddition(event: ShownEvent): boolean {
  return event.kind === 'files' || (event.kind === 'message' && !event.isCall);
}

/** Returns the newest choice of a call if it has no day: cancelled, or at any time. */
function findOpenCallChoice(events: Events) {
  const chosen = events.find(({ event }) => event.kind === 'message' && event.isCall);
  if (chosen?.event.kind !== 'message' || !chosen.event.call) return undefined;
  return parseCallChoice(chosen.event.call.to, chosen.at)?.day ? undefined : chosen;
}

type MessageMoment = {
  lead: Pick<FormLead, 'kind' | 'advisor'>;
  stage: MessageStage;
  received: string;
  /**
   * The time of the promised call, such as ` el martes 24-11-2026 a las 10:00`, or an empty text.
   */
  callTime: string;
  missingCount: number;
  events: Events;
};

type MessageHeader = {
  title: string;
  /** Text of the advisor's reply that the title announces, to be read under it. */
  reply?: string | undefined;
  todo?: { verb: string; href: string } | undefined;
};

/**
 * Returns the top of a message's page. It names the last act of the sender before an earlier reply.
 */
export function messagePageHeader({
  lead,
  stage,
  received,
  callTime,
  ...moment
}: MessageMoment): MessageHeader {
  const { missingCount, events } = moment;
  if (missingCount > 0)
    return {
      title: missingDocumentsTodo(missingCount).title,
      todo: missingDocumentsTodo(missingCount),
    };
  const reply = newestReply(events);
  const title = reply && replyTitle(reply, lead);
  const text = reply?.text.trim() || undefined;
  if (callTime) {
    const isAnswered = stage === 'answered' && reply && !reply.call;
    return {
      title: isAnswered ? `${title} y te llama${callTime}` : received,
      reply: stage === 'wrote' ? undefined : text,
    };
  }
  if (stage === 'closed') return { title: `Cerramos tu ${nounOf(lead.kind)}`, reply: text };
  if (stage === 'wrote' || (stage === 'new' && findOpenCallChoice(events)))
    return { title: sentTitle(events) ?? received };
  const choice = { verb: 'Elegir otra hora', href: '#llamada' };
  const isMissed = reply?.call === 'missed' && lead.kind === 'asesor';
  return { title: title ?? received, reply: text, todo: isMissed ? choice : undefined };
}

/** Returns whether the sender wrote a message after the form. */
export function hasWritten(events: Events): boolean {
  return events.some(({ event }) => event.kind === 'message' && !event.isCall);
}

function newestReply(events: Events) {
  return events.flatMap(({ event }) => (event.kind === 'reply' ? event : [])).at(0);
}

/** Names the last act of the sender after the message, or returns undefined. */
function sentTitle(events: Events): string | undefined {
  const last = events.find(({ event }) => event.kind === 'message' || event.kind === 'files');
  if (last?.event.kind === 'files') return 'Recibimos tus documentos';
  if (last?.event.kind !== 'message') return undefined;
  const { isCall, call } = last.event;
  if (!isCall) return 'Recibimos tu mensaje';
  return call && last === findOpenCallChoice(events) ? callChangeLine(call).title : undefined;
}

/**
 * Returns what the sender sent. If a call was promised and then changed, its former time is left
 * out, because that time may still be to come.
 */
export function sentAnswers(
  { answers, createdAt }: Pick<FormLead, 'answers' | 'createdAt'>,
  hasCall: boolean,
  now: number,
): FormLead['answers'] {
  const { day = 0 } = parseCallChoice(answers.respuesta_preferida, createdAt) ?? {};
  return hasCall || day < now ? answers : { ...answers, respuesta_preferida: answerChoices[1] };
}

type Reply = Extract<ShownEvent, { kind: 'reply' }>;

/** Returns the title of a reply. Only that of the newest reply names the `advisor`. */
export function makeReplyTitle(events: Events, advisor: string | null) {
  const newest = newestReply(events);
  return (reply: Reply): string => {
    if (reply.call) return reply.subject;
    const title = reply === newest ? replyTitle(reply, { advisor }) : 'Te respondimos';
    return reply.subject === replySubject(null) ? title : `${title}: ${reply.subject}`;
  };
}

function replyTitle({ call, subject }: Reply, { advisor }: Pick<FormLead, 'advisor'>): string {
  if (call) return subject;
  return advisor ? `${advisor} te respondió` : repliedCopy.title;
}

/**
 * Returns the words of the button that begins a request from a message. They promise only what
 * `answersFromMessage` and the files of the message fill in.
 */
export function askFromMessageCopy(
  { id, answers }: Pick<FormLead, 'id' | 'answers'>,
  documents: readonly { files: readonly unknown[] }[],
): { verb: string; hint: string } {
  const { chosenType, values } = answersFromMessage(id, answers);
  const filledParts = [
    'tu contacto',
    chosenType && 'el tipo de garantía',
    values.idLicitacion && 'la licitación',
    documents.some(({ files }) => files.length > 0) && 'tus archivos',
  ].filter((part) => typeof part === 'string');
  const list = new Intl.ListFormat('es-CL').format(filledParts);
  return {
    verb: filledParts.length > 1 ? 'Pedir esta garantía' : 'Pedir una garantía',
    hint: `Ya ${filledParts.length > 1 ? 'vienen puestos' : 'viene puesto'}: ${list}. Lo demás lo completas tú.`,
  };
}

/** Returns the notices after something was sent from the page, by the name in its URL. */
export function sentNotices(isScanning: boolean) {
  const documentsText = isScanning
    ? 'Recibimos lo que enviaste. Lo estamos revisando, y luego lo ve tu asesor.'
    : 'Recibimos lo que enviaste: ya lo tiene tu asesor.';
  return { documentos: documentsText, mensaje: 'Recibimos tu mensaje: ya lo tiene tu asesor.' };
}
