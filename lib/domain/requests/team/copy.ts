import { deliveryName } from '#lib/domain/deliveries/copy.ts';
import { callChangeLine, replyTitle } from '#lib/domain/requests/leads/call-copy.ts';
import {
  acceptedTitle,
  bookingStateCopy,
  type EventLine,
  formLabels,
  requestStateCopy,
  shownLine,
  tenderLine,
} from '#lib/domain/requests/leads/copy.ts';
import type { LeadEvent } from '#lib/domain/requests/leads/schema.ts';
import { answerRows } from '#lib/domain/requests/leads/view.ts';
import { movedPaymentLine, paymentLine } from '#lib/domain/requests/team/payment-copy.ts';
import type { InboxView, LeadStatus, StatusChoice } from '#lib/domain/requests/team/rules.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import type { LastAct } from '#lib/platform/db/schema/request-states.ts';

/** Returns the answers of a form, and its consent if it has one. */
export function formSections(answers: Record<string, unknown>) {
  const { acepta_politicas: isAccepted } = answers;
  const value = isAccepted ? 'Aceptada' : 'No aceptada';
  const consent =
    typeof isAccepted === 'boolean' ? [{ label: formLabels.acepta_politicas, value }] : [];
  return [{ title: 'Lo que escribió', rows: [...answerRows(answers), ...consent] }];
}

export const leadStatusCopy: Record<LeadStatus, string> = {
  por_atender: 'Por atender',
  en_espera: 'Espera al solicitante',
  en_revision: requestStateCopy.en_revision,
  aprobada: requestStateCopy.aprobada,
  rechazada: requestStateCopy.rechazada,
  emitida: requestStateCopy.emitida,
  atendida: 'Atendida',
};

/** States as the team reads them. `recibida` is `Por atender` to the team. */
export const teamStateCopy = { ...requestStateCopy, recibida: leadStatusCopy.por_atender };

/** Labels of the last act of a lead. `isOurs` means that the team has to act. */
export const lastActCopy: Record<Exclude<LastAct, 'begun'>, { label: string; isOurs: boolean }> = {
  wrote: { label: 'Escribió', isOurs: true },
  undelivered: { label: 'No le llegó', isOurs: true },
  call: { label: 'Por llamar', isOurs: true },
  answered: { label: 'Envió documentos', isOurs: true },
  paid: { label: 'Pagada', isOurs: true },
  accepted: { label: 'Aceptó', isOurs: true },
  asked: { label: 'Por pagar', isOurs: false },
  offered: { label: 'Condiciones enviadas', isOurs: false },
  replied: { label: 'Le escribimos', isOurs: false },
};

export const statusChoiceCopy: Record<StatusChoice, string> = {
  abiertas: 'Abiertas',
  atrasadas: 'Esperan más de un día hábil',
  ...leadStatusCopy,
};

export const inboxViewCopy: Record<InboxView, string> = {
  now: 'Nos toca',
  all: 'Todas',
  todo: 'Por atender',
  mine: 'Mías',
  free: 'Sin asignar',
  closing: 'Cierran en 7 días',
  answer: 'En curso',
  issue: 'Pagadas',
  applicant: 'Esperan al solicitante',
};

export const actorCopy: Record<string, string> = {
  crm: 'CRM',
  guest: 'Quien tenía el enlace',
  scheduling: 'Agenda',
  system: 'Resguardo',
};

/**
 * Describes an event in one line. If the team has no words of its own for it, the applicant's words
 * are used.
 */
export function eventLine(event: LeadEvent): EventLine {
  switch (event.kind) {
    case 'state': {
      if (event.isCancelled) return { title: 'El solicitante anuló la solicitud' };
      const text = [event.reason, event.hidden && unseenText].filter(Boolean).join('\n');
      return {
        title: `Pasó de «${teamStateCopy[event.from]}» a «${teamStateCopy[event.to]}»`,
        ...(text && { text }),
      };
    }
    case 'note':
      return { title: 'Nota interna', text: event.text };
    case 'reply':
      return { title: replyTitle(event), text: event.text };
    case 'accepted':
      return { title: acceptedTitle(event), text: `Desde ${event.address}` };
    case 'unrecorded':
      return { title: 'El CRM dice que está emitida: falta registrar la emisión' };
    case 'tender':
      return tenderLine(event, { isForTeam: true });
    case 'message':
      if (event.call) return callChangeLine(event.call, { isForTeam: true });
      return { title: 'Escribió', text: event.text };
    case 'assigned':
      return { title: event.to ? `Asignada a ${event.to}` : 'Quedó sin asignar' };
    case 'handled':
      return { title: 'Marcada como atendida' };
    case 'reopened':
      return { title: 'Abierta otra vez' };
    case 'booking':
      return bookingLine(event);
    case 'payment':
      return paymentLine(event);
    case 'payment-moved':
      return movedPaymentLine(event);
    case 'email':
      return { title: 'Correo corregido', text: emailChangeText(event) };
    case 'crm':
      return { title: 'Cambió en el CRM', text: crmChangeText(event.changed) };
    case 'infected':
      return {
        title: 'Archivo eliminado: el antivirus encontró un programa dañino',
        text: event.fileName,
      };
    case 'delivery':
      return {
        title: `${event.how === 'resent' ? 'Se pidió enviar otra vez' : 'Reintentado'}: ${deliveryName(event.what)}`,
      };
    default:
      return shownLine(event);
  }
}

type EmailChange = Omit<Extract<LeadEvent, { kind: 'email' }>, 'kind'>;

export function emailChangeText({ from, to, reason }: EmailChange): string {
  return `De ${from} a ${to}. ${reason}`;
}

const unseenText = 'Quedó sin avisar: este cambio no aparece en la página de quien la pidió.';

function bookingLine({ state, startsAt }: Extract<LeadEvent, { kind: 'booking' }>) {
  const title = bookingStateCopy[state] ?? 'Reunión';
  return startsAt === null ? { title } : { title, text: formatDateTime(startsAt) };
}

function crmChangeText(changed: Record<string, string>): string {
  return Object.entries(changed)
    .map(([field, value]) => `${fieldNames[field] ?? field}: ${value}`)
    .join('\n');
}

const fieldNames: Record<string, string> = {
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  company: 'Empresa',
};

export function replySubject(submissionId: number | null): string {
  return submissionId === null ? `Tu mensaje a ${brand.name}` : `Tu solicitud N.º ${submissionId}`;
}
