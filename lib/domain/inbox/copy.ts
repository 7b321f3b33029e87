import { deliveryName } from '#lib/domain/deliveries/copy.ts';
import {
  bookingStateCopy,
  formLabels,
  paymentStateCopy,
  requestStateCopy,
} from '#lib/domain/leads/copy.ts';
import type { LeadEvent } from '#lib/domain/leads/schema.ts';
import { answerRows } from '#lib/domain/leads/view.ts';
import { formatAmount, formatDateTime } from '#lib/platform/format.ts';

/** The answers of a form of the site, and whether it accepts the privacy text if it says so. */
export function formSections(answers: Record<string, unknown>) {
  const { acepta_politicas: accepted } = answers;
  const value = accepted ? 'Aceptada' : 'No aceptada';
  const consent =
    typeof accepted === 'boolean' ? [{ label: formLabels.acepta_politicas, value }] : [];
  return [{ title: 'Lo que escribió', rows: [...answerRows(answers), ...consent] }];
}

export const actorCopy: Record<string, string> = {
  crm: 'CRM',
  guest: 'Quien tenía el enlace de pago',
  scheduling: 'Agenda',
  system: 'Resguardo',
};

/** One line of the history; `text` is what a person wrote. */
export function eventLine(event: LeadEvent): { title: string; text?: string } {
  switch (event.kind) {
    case 'state':
      return {
        title: `Pasó de ${quoted(requestStateCopy[event.from])} a ${quoted(requestStateCopy[event.to])}`,
        ...(event.reason && { text: event.reason }),
      };
    case 'note':
      return { title: 'Nota interna', text: event.text };
    case 'reply':
      return { title: `Respuesta: ${event.subject}`, text: event.text };
    case 'assigned':
      return { title: event.to ? `Asignada a ${event.to}` : 'Quedó sin asignar' };
    case 'handled':
      return { title: 'Marcada como atendida' };
    case 'reopened':
      return { title: 'Abierta otra vez' };
    case 'booking':
      return bookingLine(event);
    case 'payment':
      return {
        title: `${paymentStateCopy[event.state] ?? 'Pago'}: ${formatAmount(String(event.amount), 'pesos')}`,
        text: `Orden ${event.buyOrder}`,
      };
    case 'crm':
      return { title: 'Cambió en el CRM', text: changesOf(event.changed) };
    case 'infected':
      return {
        title: 'Archivo eliminado: el antivirus encontró un programa dañino',
        text: event.fileName,
      };
    case 'delivery':
      return {
        title: `${event.how === 'resent' ? 'Enviado otra vez' : 'Reintentado'}: ${deliveryName(event.what)}`,
      };
  }
}

function bookingLine({ state, startsAt }: Extract<LeadEvent, { kind: 'booking' }>) {
  const title = bookingStateCopy[state] ?? 'Reunión';
  return startsAt === null ? { title } : { title, text: formatDateTime(startsAt) };
}

function changesOf(changed: Record<string, string>): string {
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

function quoted(text: string): string {
  return `«${text}»`;
}
