import {
  type Call,
  callCopy,
  callTime,
  lateCallText,
  type Message,
} from '#lib/domain/requests/leads/call-copy.ts';
import { parseCallChoice } from '#lib/domain/requests/leads/rules.ts';
import { answerChoices, type FormKind, type LeadKind } from '#lib/domain/requests/leads/schema.ts';
import { formatDateTime, formatPhone, formatWeekday } from '#lib/platform/chile/format.ts';

export const formCopy: Record<FormKind, { subject: string; received: string; noun: string }> = {
  contacto: { subject: 'Contacto', received: 'Recibimos tu mensaje', noun: 'mensaje' },
  asesor: {
    subject: 'Quiere hablar con un asesor',
    received: 'Recibimos tu solicitud de asesoría',
    noun: 'asesoría',
  },
  experto: {
    subject: 'Consulta a un experto',
    received: 'Recibimos tu consulta',
    noun: 'consulta',
  },
};

/** Returns the noun and number by which the sender of a form knows it, such as `asesoría N.º 17`. */
export function numberedNoun(kind: LeadKind, leadId: number): string {
  return `${nounOf(kind)} N.º ${leadId}`;
}

export function nounOf(kind: LeadKind): string {
  return kind === 'garantia' ? 'solicitud' : formCopy[kind].noun;
}

type ContactOptions = {
  /** Says when the team answers (answer-time.ts); empty without the setting. */
  soon: string;
  /** True if an hour can be chosen on the page or in the mail. */
  canBook: boolean;
  /** False in a mail to an unproved address, which must not repeat typed text. */
  namesPhone: boolean;
  /** True on the page that takes messages and files. */
  canAdd: boolean;
  /** Set once an advisor replied, to the time of the visit (ms). Calls before it are not named. */
  answeredBy?: number | undefined;
  /** Start (ms) of a meeting that was booked, which replaces a promised call. */
  meetingAt?: number | undefined;
};

/** Returns the next steps after a form, which depend on how its sender wants to be answered. */
export function nextOfForm(message: Message, options: ContactOptions): string[] {
  const { kind, answers, createdAt } = message;
  const { respuesta_preferida: preferred, telefono } = answers;
  const phone = telefono && options.namesPhone ? ` al ${formatPhone(telefono)}` : '';
  const { meetingAt } = options;
  const call = telefono && !meetingAt ? parseCallChoice(preferred, createdAt) : null;
  const isWritten = !telefono || preferred === answerChoices[0];
  const way = isWritten ? ' por correo' : ` por correo o por teléfono${phone}`;
  const due = call && isStillDue(call, options.answeredBy) ? call : null;
  const contact = call
    ? `Un asesor lee lo que escribiste y te responde${options.soon.replace(/,$/, '')}.`
    : `Un asesor lee lo que escribiste y te responde${options.soon}${way}.`;
  return [
    ...(options.canBook
      ? ['Si eliges una hora, conversan ese día. Si no, igual te respondemos.']
      : []),
    // A call on a certain day is the one promise, so no other time of an answer is named.
    ...(options.answeredBy === undefined && !due?.day ? [contact] : []),
    ...(meetingAt
      ? [`Conversan el ${formatWeekday(meetingAt)} ${formatDateTime(meetingAt)}.`]
      : []),
    ...(due ? callSteps(due, phone, message, options) : []),
    ...(kind === 'experto'
      ? [
          'Ten a mano las bases de la licitación o el contrato: ahí están el monto, la vigencia y la glosa.',
        ]
      : []),
    options.canAdd
      ? 'Si quieres agregar algo o adjuntar un archivo, hazlo en esta página o responde el correo que te enviamos.'
      : 'Si quieres agregar algo o adjuntar un archivo, responde el correo que te enviamos o hazlo en su página.',
  ];
}

/**
 * Whether a promised call is still to come. A reply replaces calls without a day, and those whose
 * hour has passed.
 */
function isStillDue({ day }: Call, answeredBy: number | undefined): boolean {
  return answeredBy === undefined || (day !== undefined && day > answeredBy);
}

function callSteps(call: Call, phone: string, message: Message, options: ContactOptions): string[] {
  if (!call.day) {
    const limit = options.soon === '' ? '' : ' dentro de ese plazo';
    return [`Pediste una llamada: te llamamos${limit}${phone}.`];
  }
  const place = options.canAdd ? 'más abajo en esta página' : 'en su página';
  const lines = [
    `Pediste una llamada: te llamamos${callTime(call)}${phone}, salvo feriado.`,
    options.answeredBy === undefined && 'Antes de llamarte, tu asesor lee lo que escribiste.',
    lateCallText(call, message),
  ];
  const change = message.kind === 'asesor' ? [`Puedes cambiarla o cancelarla ${place}.`] : [];
  return [lines.filter(Boolean).join(' '), ...change];
}

/**
 * Returns the title after a form: what was received, or the call that was promised for a day, which
 * matters more.
 */
export function receivedTitle(message: Message): string {
  const { kind, answers, createdAt } = message;
  const call = answers.telefono && parseCallChoice(answers.respuesta_preferida, createdAt);
  return kind === 'asesor' && call && call.day ? callCopy(message).title : formCopy[kind].received;
}

/** Rewrites the steps for a mail: a page says `el correo que te enviamos`, a mail `este correo`. */
export function rewordForMail(steps: readonly string[]): string[] {
  return steps.map((step) => step.replace('el correo que te enviamos', 'este correo'));
}
