import { closingEnd, wantedCall } from '#lib/domain/requests/leads/rules.ts';
import {
  answerChoices,
  type ContactForm,
  type FormKind,
} from '#lib/domain/requests/leads/schema.ts';
import {
  formatDateTime,
  formatDay,
  formatPhone,
  formatWeekday,
} from '#lib/platform/chile/format.ts';

export const formCopy: Record<FormKind, { subject: string; received: string }> = {
  contacto: { subject: 'Contacto', received: 'Recibimos tu mensaje' },
  asesor: {
    subject: 'Quiere hablar con un asesor',
    received: 'Recibimos tu solicitud de asesoría',
  },
  experto: { subject: 'Consulta a un experto', received: 'Recibimos tu consulta' },
};

type Message = { kind: FormKind; answers: ContactForm; createdAt: number };
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
  const call = telefono && !meetingAt ? wantedCall(preferred, createdAt) : null;
  const isWritten = !telefono || preferred === answerChoices[0];
  const way = isWritten ? ' por correo' : ` por correo o por teléfono${phone}`;
  const contact = call
    ? `Un asesor lee lo que escribiste y te responde${options.soon.replace(/,$/, '')}.`
    : `Un asesor lee lo que escribiste y te responde${options.soon}${way}.`;
  return [
    ...(options.canBook
      ? ['Si eliges una hora, conversan ese día. Si no, igual te respondemos.']
      : []),
    ...(options.answeredBy === undefined ? [contact] : []),
    ...(meetingAt
      ? [`Conversan el ${formatWeekday(meetingAt)} ${formatDateTime(meetingAt)}.`]
      : []),
    ...(call && isStillDue(call, options.answeredBy)
      ? [callText(call, phone, message, options.soon !== '')]
      : []),
    ...(kind === 'experto'
      ? [
          'Ten a mano las bases de la licitación o el contrato: ahí están el monto, la vigencia y la glosa.',
        ]
      : []),
    options.canAdd
      ? 'Si quieres agregar algo o adjuntar un archivo, hazlo en esta página o responde el correo que te enviamos.'
      : 'Si quieres agregar algo o adjuntar un archivo, responde el correo que te enviamos o hazlo en la página de tu mensaje.',
  ];
}

type Call = NonNullable<ReturnType<typeof wantedCall>>;

/**
 * Whether a promised call is still to come. A reply replaces calls without a day, and those whose
 * hour has passed.
 */
function isStillDue({ day }: Call, answeredBy: number | undefined): boolean {
  return answeredBy === undefined || (day !== undefined && day > answeredBy);
}

function callTime({ day, time }: Call): string {
  if (!day) return '';
  return [' el', formatWeekday(day), formatDay(day), time].filter(Boolean).join(' ');
}

/** Warns of a call that comes after the closing, or returns an empty text. */
function lateCallText({ day }: Call, { answers, createdAt }: Message): string {
  const closesAt = closingEnd(answers.cuando_cierra, createdAt);
  if (!day || closesAt === null || day <= closesAt) return '';
  return `Tu plazo cierra antes, el ${formatWeekday(closesAt)}: si no hay una hora anterior, escríbenos.`;
}

function callText(call: Call, phone: string, message: Message, hasLimit: boolean): string {
  if (!call.day)
    return `Pediste una llamada: te llamamos${hasLimit ? ' dentro de ese plazo' : ''}${phone}.`;
  return [
    `Pediste una llamada: te llamamos${callTime(call)}${phone}, salvo feriado.`,
    lateCallText(call, message),
    'Puedes cambiarla o cancelarla en la página de tu mensaje.',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Returns the title after a form: what was received, or the call that was promised for a day, which
 * matters more.
 */
export function receivedTitle(message: Message): string {
  const { kind, answers, createdAt } = message;
  const call = answers.telefono && wantedCall(answers.respuesta_preferida, createdAt);
  return kind === 'asesor' && call && call.day ? callCopy(message).title : formCopy[kind].received;
}

/** Describes a call that was changed or cancelled, for the notice on its page and for a mail. */
export function callCopy(message: Message): { title: string; text: string } {
  const call = wantedCall(message.answers.respuesta_preferida, message.createdAt);
  if (!call) return { title: 'Cancelaste la llamada', text: 'Te respondemos por escrito.' };
  const title = `Te llamamos${callTime(call) || ' en cuanto podamos'}`;
  const text = `Vale esta llamada, y no la anterior. ${lateCallText(call, message)}`.trim();
  return { title, text };
}

/** Rewrites the steps for a mail: a page says `el correo que te enviamos`, a mail `este correo`. */
export function inThisMail(steps: readonly string[]): string[] {
  return steps.map((step) => step.replace('el correo que te enviamos', 'este correo'));
}
