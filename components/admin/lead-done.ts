import { undoneText } from '#components/admin/undo.tsx';
import { missingText } from '#lib/domain/guarantees/copy.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import type { RequestState } from '#lib/platform/request-states.ts';

export type Place =
  | 'aviso'
  | 'acciones'
  | 'historia'
  | 'envios'
  | 'responder'
  | 'emision'
  | 'condiciones'
  | 'documentos'
  | 'pagos';

type Undone = Parameters<typeof undoneText>[1];
type Shown = Undone & { lead: { state: RequestState; missing: readonly UploadKind[] } };

/** What was just done, at the place of the page where it was. */
export function doneAt(
  place: Place,
  query: Record<string, string>,
  { lead, me, mailWaits }: Shown & { mailWaits: boolean },
): string | undefined {
  const { aviso = '' } = query;
  const text = Object.hasOwn(notices[place], aviso) ? notices[place][aviso] : undefined;
  if (!text) return undefined;
  if (query.aviso === 'deshechas') return undoneText(query, { lead, me });
  const lacks = lead.missing.length > 0 && missingText(lead.missing);
  // Of what is as it came no mail is sent.
  const warned = query.aviso === 'estado' && mailWaits && lead.state !== 'recibida';
  return [
    text,
    ...(warned ? ['Le avisamos por correo en un minuto.'] : []),
    ...(warned && lead.state === 'aprobada' && lacks ? [`${lacks}.`] : []),
    ...(query.nota ? ['También guardamos tu nota.'] : []),
  ].join(' ');
}

const notices: Record<Place, Record<string, string>> = {
  aviso: { atendida: 'Marcada como atendida.', abierta: 'Quedó abierta otra vez.' },
  acciones: {
    asignada: 'Guardamos a quién está asignada.',
    estado: 'Guardamos el estado.',
    deshechas: 'Quedó como antes.',
  },
  historia: { nota: 'Guardamos la nota.' },
  envios: { envio: 'Está en camino.' },
  responder: {
    respuesta: 'Tu respuesta va en camino.',
    respondida: 'Tu respuesta va en camino, y quedó como atendida.',
  },
  emision: { registrada: 'Registraste la emisión: el correo con el enlace va en camino.' },
  condiciones: { condiciones: 'Las condiciones van en camino por correo.' },
  documentos: {
    pedidos: 'Los pediste: el correo va en camino.',
    retirados: 'Ya no los pides.',
  },
  pagos: {
    pedido: 'Pediste el pago: el enlace va en camino por correo.',
    anulado: 'Anulaste el pago: su enlace ya no sirve.',
  },
};
