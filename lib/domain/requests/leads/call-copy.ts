import type { CallChange, CallOutcome } from '#lib/domain/requests/leads/call-schema.ts';
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { closingEnd, parseCallChoice } from '#lib/domain/requests/leads/rules.ts';
import type { FormKind } from '#lib/domain/requests/leads/schema.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { formatDay, formatPhone, formatWeekday } from '#lib/platform/chile/format.ts';

export type CallRequestMessage = {
  kind: FormKind;
  answers: ContactFormBody;
  createdAt: number;
  /** Name of the advisor who calls, if an advisor has the lead. */
  advisor?: string | null;
};
export type Call = NonNullable<ReturnType<typeof parseCallChoice>>;

/** Returns `martes 24-11-2026 a las 10:00`, or an empty text for a call without a day. */
function callDayText({ day, time }: Call): string {
  return day ? [formatWeekday(day), formatDay(day), time].filter(Boolean).join(' ') : '';
}

/** Returns ` el martes 24-11-2026 a las 10:00`, or an empty text for a call without a day. */
export function callTimeText(call: Call): string {
  const words = callDayText(call);
  return words && ` el ${words}`;
}

/** Returns ` al +56 9 1234 5678`, or only the last digits where the number must not be repeated. */
export function calledPhoneText(
  phone: string | undefined,
  { namesPhone }: { namesPhone: boolean },
): string {
  if (!phone) return '';
  return namesPhone
    ? ` al ${formatPhone(phone)}`
    : ` al teléfono que termina en ${phone.slice(-3)}`;
}

/** Returns the subject of the mail about a recorded call. The page uses it as the title. */
export function recordedCallTitle(outcome: CallOutcome, at: number): string {
  return outcome === 'talked'
    ? `Hablamos contigo el ${formatWeekday(at)} ${formatDay(at)}`
    : 'Te llamamos y no contestaste: elige otra hora';
}

/** Names a reply, or the outcome of a recorded call, for the team. */
export function replyTitle({ call, subject }: { call?: CallOutcome | undefined; subject: string }) {
  if (!call) return `Respuesta: ${subject}`;
  return call === 'talked' ? 'Llamada: hablamos' : 'Llamada: no contestó';
}

/** Returns a warning if the call comes after the closing, else an empty text. */
export function lateCallText({ day }: Call, { answers, createdAt }: CallRequestMessage): string {
  const closesAt = closingEnd(answers.cuando_cierra, createdAt);
  if (!day || closesAt === null || day <= closesAt) return '';
  return `Tu plazo cierra antes, el ${formatWeekday(closesAt)}: si no hay una hora anterior, escríbenos.`;
}

/**
 * Describes the promised call after a change, for the notice on its page and for a mail. A mail may
 * cover several changes; `from` is the call before the first one. `soon` says by when the team
 * answers a person who cancelled (answer-time.ts).
 */
export function describeCall(
  message: CallRequestMessage,
  { from }: Pick<CallChange, 'from'> = {},
  soon = '',
): { title: string; text: string } {
  const call = parseCallChoice(message.answers.respuesta_preferida, message.createdAt);
  const previousCall = callOfAnswer(from);
  if (!call) {
    const time = previousCall && callDayText(previousCall);
    const title = `Cancelaste la llamada${time ? ` del ${time}` : ''}`;
    return { title, text: `Te respondemos por escrito${soon.replace(/,$/, '')}.` };
  }
  const isOther = previousCall !== null && callDayText(previousCall) !== callDayText(call);
  const { answers, advisor } = message;
  const lines = [
    isOther && 'Vale esta llamada, y no la anterior.',
    lateCallText(call, message),
    `${advisor ? `Te llama ${advisor}` : 'Será'}${calledPhoneText(answers.telefono, { namesPhone: false })}.`,
  ];
  const title = `Te llamamos${callTimeText(call) || ' en cuanto podamos'}`;
  return { title, text: lines.filter(Boolean).join(' ') };
}

/** Describes a change of a promised call for its sender or, with `isForTeam`, for the team. */
export function callChangeLine({ from, to, phone }: CallChange, { isForTeam = false } = {}) {
  const [previousCall, call] = [callOfAnswer(from), callOfAnswer(to)];
  const [previousTime, time] = [previousCall, call].map((one) => one && callDayText(one));
  const verb = (forTeam: string, forSender: string) => (isForTeam ? forTeam : forSender);
  const words = () => {
    if (!call) {
      const cancelledText = `${verb('Canceló', 'Cancelaste')} la llamada`;
      return previousTime ? `${cancelledText} del ${previousTime}` : cancelledText;
    }
    if (!previousCall)
      return `${verb('Pidió', 'Pediste')} una llamada${time ? ` para el ${time}` : ' cuanto antes'}`;
    if (phone && previousTime === time) return `${verb('Corrigió su', 'Corregiste tu')} teléfono`;
    return `${verb('Cambió', 'Cambiaste')} la llamada${time ? ` al ${time}` : ': cuanto antes'}`;
  };
  const lines = [
    phone && `Teléfono: ${formatPhone(phone)}`,
    !call && verb('Quiere respuesta por escrito.', 'Te respondemos por escrito.'),
  ];
  return { title: words(), text: lines.filter(Boolean).join('\n') };
}

/** Parses the call of a stored answer. Stored answers name the day. */
function callOfAnswer(answer: string | undefined): Call | null {
  return parseCallChoice(answer, 0);
}

/** Returns `hoy, `, `mañana, ` or an empty text. */
export function nearDayText(day: string, today: string | undefined): string {
  if (!today) return '';
  if (day === today) return 'hoy, ';
  return day === addDays(today, 1) ? 'mañana, ' : '';
}
