import { arrivalText } from '#lib/domain/deliveries/arrival-copy.ts';
import { type ArrivalReport, isReturned } from '#lib/domain/deliveries/arrival-rules.ts';
import type { DeliveryKind } from '#lib/domain/deliveries/schema.ts';
import { capitalise } from '#lib/platform/chile/format.ts';

export const deliveryCopy: Record<DeliveryKind, string> = {
  'account.code-mail': 'Código de verificación',
  'account.reset-mail': 'Enlace de contraseña',
  'account.password-changed-mail': 'Aviso de cambio de contraseña',
  'account.factors-mail': 'Aviso de verificación en dos pasos',
  'account.google-linked-mail': 'Aviso de conexión con Google',
  'account.new-browser-mail': 'Aviso de ingreso desde un navegador nuevo',
  'account.email-changed-mail': 'Aviso de cambio de correo',
  'account.access-mail': 'Aviso de cuenta suspendida o reactivada',
  'company.invitation-mail': 'Invitación a una empresa',
  'company.removed-mail': 'Aviso a quien dejó una empresa',
  'company.member-mail': 'Aviso de quién entra, sale o administra una empresa',
  'company.asked-mail': 'Aviso de que piden entrar a una empresa',
  'alerts.expiry-mail': 'Aviso de vencimiento de documentos',
  'draft.resume-mail': 'Enlace para seguir una solicitud',
  'guarantee.internal-mail': 'Correo al equipo por una solicitud',
  'guarantee.acknowledgement': 'Comprobante a quien pidió',
  'issued.mail': 'Garantía emitida a la persona',
  'issued.mistake-mail': 'Garantía anulada a la persona',
  'lead.crm': 'Registro en el CRM',
  'lead.crm-note': 'Nota en el CRM',
  'lead.crm-erase': 'Borrado en el CRM',
  'lead.internal-mail': 'Correo al equipo por una consulta',
  'lead.acknowledgement': 'Acuse de recibo',
  'lead.conditions-mail': 'Condiciones a la persona',
  'lead.accepted-mail': 'Aviso de condiciones aceptadas',
  'lead.added-mail': 'Acuse de documentos o mensajes',
  'lead.files-mail': 'Aviso de documentos o mensajes',
  'lead.papers-mail': 'Documentos pedidos a la persona',
  'lead.reply-mail': 'Respuesta a la persona',
  'lead.state-mail': 'Aviso de cambio de estado',
  'link.mail': 'Enlace nuevo a lo enviado',
  'payment.receipt-mail': 'Comprobante de pago',
  'payment.refund-mail': 'Aviso de devolución',
  'payment.request-mail': 'Enlace de pago',
  'payment.team-mail': 'Aviso de pago al equipo',
  'tender.news-mail': 'Novedades de licitaciones',
  'share.locked': 'Aviso de enlace bloqueado',
  'share.opened': 'Aviso de enlace abierto',
  'share.code': 'Código de un enlace',
  'share.sent': 'Enlace a su destinatario',
  'share.asked': 'Aviso de que piden otro enlace',
};

export function deliveryName(kind: string): string {
  return Object.entries(deliveryCopy).find(([name]) => name === kind)?.[1] ?? kind;
}

/** Returns why a delivery failed. A provider's own code is shown as it is. */
export function reasonText(reason: string): string {
  return reasonTexts[reason] ?? reason;
}

export const NOT_CONFIGURED = 'not_configured';

const reasonTexts: Record<string, string> = {
  [NOT_CONFIGURED]: 'Falta configurar el proveedor',
  timeout: 'El proveedor no respondió a tiempo',
  interrupted: 'El servicio se detuvo en cada intento',
  unknown_kind: 'Esta versión no sabe enviarlo',
  not_found: 'Lo que había que enviar ya no existe',
  'validation_error 422': 'El proveedor rechazó el correo: la dirección o su contenido no vale',
  'validation_error 400': 'El proveedor rechazó el correo: la dirección o su contenido no vale',
  code_over: 'El código ya venció o se usó',
  already_verified: 'Su correo ya estaba verificado',
  link_over: 'El enlace ya venció o se usó',
  no_recipient: 'Ya no hay a quién enviarlo',
  accepted: 'Ya se aceptaron esas condiciones',
  annulled: 'La garantía se anuló',
  conditions_over: 'Esas condiciones ya no se pueden aceptar',
  decided: 'La solicitud ya se resolvió',
  flooded: 'Desde su correo llegaron demasiados formularios seguidos',
  newer_state: 'El estado cambió otra vez',
  news_over: 'Ya no queda nada que avisar',
  paid: 'El enlace ya se pagó',
  papers_in: 'Ya llegaron los documentos',
  replaced: 'Otras condiciones las reemplazaron',
  unsubscribed: 'Ya no recibe estos avisos',
  unknown: 'Error desconocido',
};

type StoredDelivery = ArrivalReport & {
  state: Exclude<DeliveryState, 'skipped' | 'bounced'>;
  lastError: string | null;
};

/**
 * Returns a delivery's state for advisors. A delivery that its handler skipped is stored as `sent`,
 * with the reason in `lastError`.
 */
export function deliveryStateOf({ state, lastError, arrival }: StoredDelivery): DeliveryState {
  if (state !== 'sent') return state;
  if (lastError !== null) return 'skipped';
  return isReturned({ arrival }) ? 'bounced' : state;
}

/** Returns why a delivery failed or was skipped, or what its provider reported, or null. */
export function deliveryReasonText(delivery: StoredDelivery): string | null {
  if (delivery.state === 'sent' && delivery.lastError === null) return arrivalText(delivery);
  if (delivery.lastError === null) return null;
  const text = reasonText(delivery.lastError);
  return deliveryStateOf(delivery) === 'skipped' ? notSentText(text) : text;
}

/** Returns the reason without the words that the tag beside it already says, or null. */
export function deliveryNoteText(delivery: StoredDelivery): string | null {
  const reason = deliveryReasonText(delivery);
  const { text } = deliveryTag(delivery);
  if (reason === text) return null;
  return reason?.startsWith(`${text}: `) ? capitalise(reason.slice(text.length + 2)) : reason;
}

type QueuedDelivery = Pick<StoredDelivery, 'state' | 'lastError'> & {
  kind: string;
  dueAt: number | null;
  notBefore: number | null;
  aheadId: number | null;
};

/** Returns why a delivery waits. Returns null if it does not wait, or if a try of it has failed. */
export function waitText(delivery: QueuedDelivery, now: number): string | null {
  const { state, kind, dueAt, notBefore, aheadId } = delivery;
  if (state !== 'waiting') return null;
  if (dueAt === null) return `Antes tiene que salir el envío ${aheadId ?? 'anterior'}`;
  if (delivery.lastError !== null) return null;
  if (notBefore === null || notBefore <= now) return 'Ninguna pausa: sale en segundos';
  return kind === 'lead.crm-erase'
    ? 'Es el segundo borrado. Espera 5 minutos para borrar también lo que el CRM alcance a crear en ese rato'
    : 'Espera unos minutos para juntar en un solo correo lo que siga llegando';
}

/**
 * Returns whether an advisor may send a delivery before its time. An erasure in the CRM is queued
 * twice, and the second time removes what a call under way wrote after the first. It may be sent
 * early only after a failed try.
 */
export function maySendEarly({
  state,
  kind,
  lastError,
  notBefore,
}: Omit<QueuedDelivery, 'aheadId' | 'dueAt'>) {
  if (state !== 'waiting') return false;
  return lastError !== null || (notBefore !== null && kind !== 'lead.crm-erase');
}

export function notSentText(reason: string, result = 'No se envió'): string {
  return `${result}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

export function deliveryTag(delivery: StoredDelivery) {
  const state = deliveryStateOf(delivery);
  return { text: deliveryStateCopy[state], tone: tones[state] } as const;
}

export type DeliveryState = keyof typeof deliveryStateCopy;
const tones = {
  waiting: 'info',
  sent: 'success',
  bounced: 'danger',
  skipped: 'neutral',
  dead: 'danger',
} as const;

export const deliveryStateCopy = {
  waiting: 'En espera',
  sent: 'Enviado',
  bounced: 'Rebotó',
  skipped: 'Omitido',
  dead: 'No se pudo enviar',
} as const;
