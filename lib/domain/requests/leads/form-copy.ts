import {
  type Call,
  type CallRequestMessage,
  calledPhoneText,
  callTimeText,
  describeCall,
  lateCallText,
} from '#lib/domain/requests/leads/call-copy.ts';
import { parseCallChoice, wantsWriting } from '#lib/domain/requests/leads/rules.ts';
import type { FormKind, LeadKind } from '#lib/domain/requests/leads/schema.ts';
import type { FormLead } from '#lib/domain/requests/leads/view.ts';
import { formatDateTime, formatDay, formatWeekday } from '#lib/platform/chile/format.ts';

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

/**
 * Returns the noun and number by which the sender of a form knows it, such as `asesoría N.º 17`.
 */
export function numberedNoun(kind: LeadKind, leadId: number): string {
  return `${nounOf(kind)} N.º ${leadId}`;
}

export function nounOf(kind: LeadKind): string {
  return kind === 'garantia' ? 'solicitud' : formCopy[kind].noun;
}

/**
 * The stage of the conversation about a message. `wrote` means that the sender wrote again after an
 * answer, `closed` that an advisor marked the message as handled.
 */
export type MessageStage = 'new' | 'answered' | 'wrote' | 'closed';

type ContactOptions = {
  stage: MessageStage;
  /** True if the sender did not take a call and has not chosen another one. */
  isMissed?: boolean;
  /** Says when the team answers (answer-time.ts). Empty if that is not configured. */
  soon: string;
  /** True if the reader can choose an hour on the page or in the mail. */
  mayBook: boolean;
  /** False in a mail to an unproved e-mail, where typed text must not be repeated. */
  namesPhone: boolean;
  /** True on the page that takes messages and files. */
  mayAdd: boolean;
  /** Time of the visit or mail (ms), to tell whether a promised call has passed. */
  now: number;
  /** True if the sender wrote another message after the form. */
  hasWritten?: boolean;
  /** Start (ms) of a meeting that was booked. */
  meetingAt?: number | undefined;
};

/** Returns the next steps after a form, which depend on how its sender wants to be answered. */
export function nextFormSteps(lead: FormLead, options: ContactOptions): string[] {
  const { kind, answers, createdAt } = lead;
  const { stage, soon, meetingAt } = options;
  const { telefono } = answers;
  const call = parseCallChoice(lead.preferred ?? undefined, createdAt);
  // A call that was wanted at any time is no longer due once there is an answer.
  const dueCall = call && (call.day || stage === 'new') ? call : null;
  const phone = calledPhoneText(telefono, options);
  const isWritten = !telefono || wantsWriting(answers);
  const byPhone = options.namesPhone ? ` por teléfono${phone}` : phone;
  const way = isWritten ? ' por correo' : ` por correo o${byPhone}`;
  const advisor = lead.advisor ?? 'Un asesor';
  const firstAct =
    answers.mensaje || options.hasWritten
      ? `${advisor} lee lo que escribiste y te responde`
      : `${advisor} te pregunta lo que falta`;
  const steps = {
    // If a call on a certain day was promised, no other time for the answer is named.
    // Nor is one named for a meeting that was booked without a question.
    new:
      dueCall?.day || (meetingAt && !answers.mensaje && !options.hasWritten)
        ? []
        : [`${firstAct}${dueCall ? soon.replace(/,$/, '') : `${soon}${way}`}.`],
    wrote: [`${advisor} lee lo último que enviaste y te responde${soon.replace(/,$/, '')}.`],
    answered: options.isMissed ? ['Elige otra hora más abajo, y te llamamos de nuevo.'] : [],
    closed: dueCall ? [] : [closedText(lead)],
  }[stage];
  return [
    ...(options.mayBook
      ? ['Si eliges una hora, conversan ese día. Si no, igual te respondemos.']
      : []),
    ...steps,
    ...(meetingAt
      ? [
          `Conversan el ${meetingText(meetingAt)}, hora de Chile. Si cambias de plan, muévela desde el correo de la agenda.`,
        ]
      : []),
    ...(dueCall ? callSteps(dueCall, phone, lead, options) : []),
    ...(kind === 'experto' && stage === 'new'
      ? [
          'Ten a mano las bases de la licitación o el contrato: ahí están el monto, la vigencia y la glosa.',
        ]
      : []),
    addText(options),
  ];
}

/** Formats the start (ms) of a meeting as `martes 24-11-2026, 09:00`. */
export function meetingText(meetingAt: number): string {
  return `${formatWeekday(meetingAt)} ${formatDateTime(meetingAt)}`;
}

export function meetingTitle(meetingAt: number): string {
  return `Reservaste el ${meetingText(meetingAt)}`;
}

function closedText({ kind, handledAt }: FormLead): string {
  const day = handledAt === null ? '' : ` el ${formatWeekday(handledAt)} ${formatDay(handledAt)}`;
  return `Cerramos tu ${nounOf(kind)}${day}: ya no tienes que esperar una respuesta ni una llamada.`;
}

function addText({ stage, mayAdd }: ContactOptions): string {
  if (stage === 'closed')
    return 'Si te queda una duda, escríbenos más abajo en esta página y la retomamos.';
  if (stage === 'answered')
    return 'Si te queda una duda, escribe más abajo o responde el correo que te enviamos. Si ya sabes qué garantía necesitas, pídela en esta página.';
  return mayAdd
    ? 'Si quieres agregar algo o adjuntar un archivo, hazlo en esta página o responde el correo que te enviamos.'
    : 'Si quieres agregar algo o adjuntar un archivo, responde el correo que te enviamos o hazlo en su página.';
}

function callSteps(call: Call, phone: string, lead: FormLead, options: ContactOptions): string[] {
  const caller = lead.advisor ? `te llama ${lead.advisor}` : 'te llamamos';
  if (!call.day) {
    const limit = options.soon === '' ? '' : ' dentro de ese plazo';
    return [`Pediste una llamada: ${caller}${limit}${phone}.`];
  }
  const placeText = options.mayAdd ? 'más abajo en esta página' : 'en su página';
  if (call.day < options.now)
    return [
      `Quedamos de llamarte${callTimeText(call)}. Si no hablamos, elige otra hora ${placeText}.`,
    ];
  const lines = [
    `Pediste una llamada: ${caller}${callTimeText(call)}${phone}.`,
    options.stage === 'new' &&
      lead.answers.mensaje &&
      'Antes de llamarte, tu asesor lee lo que escribiste.',
    lateCallText(call, lead),
  ];
  const change = lead.kind === 'asesor' ? [`Puedes cambiarla o cancelarla ${placeText}.`] : [];
  return [lines.filter(Boolean).join(' '), ...change];
}

/**
 * Returns the title after a form: the call that was promised for a day or, without one, what was
 * received.
 */
export function receivedTitle(message: CallRequestMessage): string {
  const { kind, answers, createdAt } = message;
  const call = answers.telefono && parseCallChoice(answers.respuesta_preferida, createdAt);
  return kind === 'asesor' && call && call.day
    ? describeCall(message).title
    : formCopy[kind].received;
}

/** Rewrites steps for a mail: `el correo que te enviamos` becomes `este correo`. */
export function rewordForMail(steps: readonly string[]): string[] {
  return steps.map((step) => step.replace('el correo que te enviamos', 'este correo'));
}
