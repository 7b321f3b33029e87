import { callChangeLine } from '#lib/domain/requests/leads/call-copy.ts';
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { correctionLines } from '#lib/domain/requests/leads/correction-copy.ts';
import type { LeadKind, ShownEvent } from '#lib/domain/requests/leads/schema.ts';
import type { TenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';
import { formatDate, formatDateTime, formatPesos } from '#lib/platform/chile/format.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

export const formLabels: Record<keyof ContactFormBody, string> = {
  primer_nombre: 'Nombre',
  apellido: 'Apellido',
  correo: 'Correo',
  telefono: 'Teléfono',
  rut: 'RUT',
  tipo_inversionista: 'Quién escribe',
  perfil_activo: 'Le interesa',
  respuesta_preferida: 'Prefiere respuesta',
  cuando_cierra: 'Cuándo cierra',
  mensaje: 'Mensaje',
  acepta_politicas: 'Política de privacidad',
};

export const leadKindCopy: Record<LeadKind, string> = {
  garantia: 'Garantía',
  asesor: 'Asesoría',
  experto: 'Experto',
  contacto: 'Contacto',
};

export function stateTitle(state: RequestState, guarantees: number): string {
  return state === 'emitida' && guarantees > 1
    ? 'Tus garantías fueron emitidas'
    : stateTitles[state];
}

const stateTitles: Record<RequestState, string> = {
  recibida: 'Recibimos tu solicitud',
  en_revision: 'Estamos revisando tu solicitud',
  aprobada: 'Tu solicitud fue aprobada',
  rechazada: 'Tu solicitud no fue aprobada',
  emitida: 'Tu garantía fue emitida',
};

export const requestStateCopy: Record<RequestState, string> = {
  recibida: 'Recibida',
  en_revision: 'En revisión',
  aprobada: 'Aprobada',
  rechazada: 'Rechazada',
  emitida: 'Emitida',
};

export const bookingStateCopy: Record<string, string> = {
  requested: 'Reunión solicitada',
  accepted: 'Reunión agendada',
  rescheduled: 'Reunión reagendada',
  cancelled: 'Reunión cancelada',
  rejected: 'Reunión rechazada',
  no_show: 'Reunión sin asistencia',
  ended: 'Reunión realizada',
};

/** Translates Cal.com's names of places. A call's URL is returned unchanged. */
export function meetingPlace(location: string): string {
  return places.get(location.split(':')[0] ?? '') ?? location;
}

const places = new Map([
  ['integrations', 'Videollamada'],
  ...['phone', 'userPhone'].map((kind) => [kind, 'Por teléfono'] as const),
  ...['inPerson', 'attendeeInPerson'].map((kind) => [kind, 'En persona'] as const),
]);

export const paymentStateCopy: Record<string, string> = {
  requested: 'Pago solicitado',
  cancelled: 'Solicitud de pago anulada',
  created: 'Pago iniciado',
  pending: 'Pago pendiente',
  authorized: 'Pago recibido',
  failed: 'Pago no completado',
  aborted: 'Pago anulado',
  expired: 'Pago vencido',
  refunded: 'Pago devuelto',
  'partly-refunded': 'Pago devuelto en parte',
};

export function filesTitle({ files }: { files: readonly unknown[] }): string {
  return files.length === 1 ? 'Documento agregado' : `${files.length} documentos agregados`;
}

type Version = { version: number; price: number };

export function conditionsTitle({ version, price }: Version): string {
  return `Condiciones, versión ${version}: ${formatPesos(price)}`;
}

export function acceptedTitle({ version, price }: Version): string {
  return `Condiciones aceptadas, versión ${version}: ${formatPesos(price)}`;
}

const guaranteeEventTexts: Record<string, string> = {
  entregada: 'entregada al beneficiario',
  devuelta: 'devuelta',
  deshecha: 'no devuelta: fue un error',
  cobrada: 'cobrada',
  anulada: 'anulada',
  prorrogada: 'prorrogada',
};

export function issuedTitle({
  number,
  said: reported,
}: {
  number: number;
  said?: string | undefined;
}): string {
  return `Garantía N.º ${number} ${reported ? (guaranteeEventTexts[reported] ?? reported) : 'emitida'}`;
}

const tenderTitles: Record<TenderEvent['what'], string> = {
  closing: 'El cierre de la licitación se movió',
  awarded: 'La licitación fue adjudicada',
  deserted: 'La licitación fue declarada desierta',
  revoked: 'La licitación fue revocada',
  suspended: 'La licitación fue suspendida',
  resumed: 'La licitación sigue en curso',
};

/**
 * Describes an event of a tender in one line, for the applicant or, with `isForTeam`, for the team.
 */
export function tenderLine(
  { what: change, to, from, closesAt, short, words }: TenderEvent,
  { isForTeam = false } = {},
): { title: string; text?: string } {
  const subjects = {
    holder: isForTeam ? 'al solicitante' : 'a tu empresa',
    others: 'a otro oferente',
  };
  const lines = [
    ...(closesAt && from
      ? [`Ahora cierra el ${formatDateTime(closesAt)}; antes, el ${formatDateTime(from)}.`]
      : []),
    ...(short
      ? [
          `${isForTeam ? 'La' : 'Tu'} garantía vence antes de lo exigido: el ${formatDate(short.until)}, y se exige hasta el ${formatDate(short.required)}.`,
        ]
      : []),
    ...(words ? [`La ficha dice de la devolución de garantías: «${words}»`] : []),
  ];
  return {
    title: to ? `${tenderTitles[change]} ${subjects[to]}` : tenderTitles[change],
    ...(lines.length > 0 && { text: lines.join('\n') }),
  };
}

export type EventLine = { title: string; text?: string | undefined };

/** Describes an event in the words for its applicant. */
export function shownLine(event: ShownEvent): EventLine {
  switch (event.kind) {
    case 'state':
      return {
        title: event.isCancelled ? 'Solicitud anulada' : requestStateCopy[event.to],
        text: event.reason,
      };
    case 'reply':
      return {
        title: event.call ? event.subject : `Te escribimos: ${event.subject}`,
        text: event.text,
      };
    case 'conditions': {
      const until = event.validUntil && `Válidas hasta el ${formatDate(event.validUntil)}`;
      const corrections = correctionLines(event.corrected);
      const lines = [...corrections, `Emisor: ${event.issuer}`, event.terms, until];
      return { title: conditionsTitle(event), text: lines.filter(Boolean).join('\n') };
    }
    case 'accepted':
      return { title: acceptedTitle(event) };
    case 'issued':
      return { title: issuedTitle(event) };
    case 'tender':
      return tenderLine(event);
    case 'papers': {
      const isRequest = event.what === 'asked';
      const until = event.until && `Hasta el ${formatDate(event.until)}`;
      return {
        title: isRequest ? 'Documentos pedidos' : 'Documentos que ya no hacen falta',
        text: [...event.papers, until, event.note].filter(Boolean).join('\n'),
      };
    }
    case 'files': {
      const names = event.files.map(({ fileName, paper }) =>
        paper ? `${paper}: ${fileName}` : fileName,
      );
      return { title: filesTitle(event), text: names.join('\n') };
    }
    case 'withdrawn': {
      const { fileName, paper } = event;
      return { title: 'Documento quitado', text: paper ? `${paper}: ${fileName}` : fileName };
    }
    case 'message':
      if (event.call) return callChangeLine(event.call);
      return { title: event.isCall ? 'Tu llamada' : 'Escribiste', text: event.text };
    case 'requested':
      return { title: requestedTitle(event) };
    case 'booking': {
      const title = bookingStateCopy[event.state] ?? 'Reunión';
      if (event.startsAt === null) return { title };
      return { title: `${title}: ${formatDateTime(event.startsAt)}` };
    }
    case 'payment': {
      const title = paymentStateCopy[event.state] ?? 'Pago';
      return { title: `${title}: ${formatPesos(event.amount)}` };
    }
  }
}

/** Names the request of a message, or the message of a request. */
function requestedTitle({ request, message }: Extract<ShownEvent, { kind: 'requested' }>): string {
  return message
    ? `Viene de la ${leadKindCopy[message.kind].toLowerCase()} N.º ${message.id}`
    : `Garantía pedida: solicitud N.º ${request}`;
}

export const ERASED = 'Datos borrados';
