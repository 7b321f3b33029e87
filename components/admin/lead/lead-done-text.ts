import { assigneeText } from '#components/admin/inbox/lead-columns.tsx';
import { hasNewestFailed } from '#components/admin/lead/failed-mail.ts';
import { missingText } from '#lib/domain/requests/submissions/copy.ts';
import { leadStatusCopy, teamStateCopy } from '#lib/domain/requests/team/copy.ts';
import { leadStatusOf } from '#lib/domain/requests/team/rules.ts';
import type { Lead } from '#lib/domain/requests/team/view.ts';
import { MINUTE } from '#lib/platform/process/durations.ts';

export type NoticeSection = keyof typeof notices;

type NoticeSubject = { lead: Lead; me: string };

/** Returns the notice of the last act if it belongs to this part of the page, or undefined. */
export function findLeadNotice(
  section: NoticeSection,
  query: Record<string, string>,
  { lead, me, email, mailWaits, now }: NoticeSubject & RepeatFacts & { mailWaits: boolean },
): string | undefined {
  const { aviso = '' } = query;
  const texts: Record<string, string> = notices[section];
  const text = Object.hasOwn(texts, aviso) ? texts[aviso] : undefined;
  const isDoubtful = isMailNotice(aviso) && lead.lastAct === 'undelivered';
  // The heading already says that the mail could not be sent.
  if (!text || (isDoubtful && hasNewestFailed(lead))) return undefined;
  if (query.aviso === 'deshechas') return undoneText(query, { lead, me });
  if (wasRepeated(aviso, { lead, email, now })) return repeatedText(aviso, { lead, me });
  const missingFilesText = lead.missing.length > 0 && missingText(lead.missing);
  // A request that is moved back to `recibida` sends no mail.
  const isMailed = query.aviso === 'estado' && mailWaits && lead.state !== 'recibida';
  return [
    text,
    ...(isDoubtful ? [`Puede no llegar: el correo anterior a ${lead.email} no llegó.`] : []),
    ...(isMailed ? ['Le avisamos por correo en un minuto.'] : []),
    ...(isMailed && lead.state === 'aprobada' && missingFilesText ? [`${missingFilesText}.`] : []),
    ...(query.nota ? ['También guardamos tu nota.'] : []),
    ...(aviso !== 'asignada' && wasTaken(lead, email) ? ['Quedó asignada a ti.'] : []),
  ].join(' ');
}

type RepeatFacts = { lead: Lead; email: string; now: number };

/**
 * Returns whether an act changed nothing, because the lead was as wanted before. A second press of
 * the same advisor within a minute counts as the first.
 */
export function wasRepeated(aviso: string, { lead, email, now }: RepeatFacts): boolean {
  const kinds = eventKindsOf[aviso];
  const last = kinds && lead.events.find(({ event }) => kinds.includes(event.kind));
  return last !== undefined && (last.actor !== email || last.at < now - MINUTE);
}

const eventKindsOf: Record<string, readonly string[]> = {
  estado: ['state'],
  atendida: ['handled', 'reopened', 'state', 'reply'],
  abierta: ['reopened', 'state'],
  asignada: ['assigned'],
};

function repeatedText(aviso: string, { lead, me }: NoticeSubject): string {
  if (aviso === 'asignada') return `No cambió nada: ya estaba ${assigneeText(lead, me)}.`;
  const status =
    aviso === 'estado' ? teamStateCopy[lead.state] : leadStatusCopy[leadStatusOf(lead)];
  return `No cambió nada: ya estaba «${status}».`;
}

const isMailNotice = (aviso: string) =>
  ['respuesta', 'respondida', 'registrada', 'condiciones', 'pedidos', 'llamada'].includes(aviso);

/** Returns whether the last act also assigned the lead to this advisor. */
function wasTaken({ events }: Lead, email: string): boolean {
  const actEvents = events.filter(({ at, actor }) => at === events[0]?.at && actor === email);
  return actEvents.some(({ event }) => event.kind === 'assigned' && event.to === email);
}

function undoneText({ hecha, hechas, fuera }: Record<string, string>, { lead, me }: NoticeSubject) {
  const status = `«${leadStatusCopy[leadStatusOf(lead)]}»`;
  if (fuera === '1') return `No la cambiamos: mientras tanto pasó a ${status}.`;
  if (hechas !== '1') return 'No cambió nada: ya estaba como antes.';
  const assignee = assigneeText(lead, me);
  return hecha === 'estados'
    ? `Deshiciste el cambio de estado: está otra vez ${status}, ${assignee}.`
    : `Deshiciste la asignación: está otra vez ${assignee}.`;
}

const notices = {
  acciones: {
    atendida: 'Marcada como atendida.',
    abierta: 'Quedó abierta otra vez.',
    asignada: 'Guardamos a quién está asignada.',
    estado: 'Guardamos el estado.',
    nota: 'Guardamos la nota.',
    correo: 'Corregiste el correo: el enlace nuevo va en camino.',
    'sin-nota': 'Quitaste la nota.',
    deshechas: 'Quedó como antes.',
  },
  envios: { envio: 'Está en camino.' },
  responder: {
    respuesta: 'Tu respuesta va en camino: un correo no se puede deshacer.',
    respondida: 'Tu respuesta va en camino, y quedó como atendida. Un correo no se puede deshacer.',
  },
  llamada: { llamada: 'Registraste la llamada: el correo que lo dice va en camino.' },
  emision: { registrada: 'Registraste la emisión: el correo con el enlace va en camino.' },
  condiciones: {
    condiciones:
      'Las condiciones van en camino por correo. No se deshacen: otra versión las reemplaza.',
  },
  documentos: {
    pedidos:
      'Los pediste: el correo va en camino y no se puede deshacer. Puedes dejar de pedirlos.',
    retirados: 'Ya no los pides.',
  },
  pagos: {
    pedido: 'Pediste el pago: el enlace va en camino por correo.',
    anulado: 'Anulaste el pago: su enlace ya no sirve.',
  },
};
