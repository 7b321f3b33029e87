import { undoneText } from '#components/admin/undo.tsx';

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

/** What was just done, at the place of the page where it was. */
export function doneAt(
  place: Place,
  query: Record<string, string>,
  { lead, me, mailWaits }: Parameters<typeof undoneText>[1] & { mailWaits: boolean },
): string | undefined {
  const { aviso = '' } = query;
  const text = Object.hasOwn(notices[place], aviso) ? notices[place][aviso] : undefined;
  if (!text) return undefined;
  if (query.aviso === 'deshechas') return undoneText(query, { lead, me });
  const warned = query.aviso === 'estado' && mailWaits;
  return [
    text,
    ...(warned ? ['Le avisamos por correo en un minuto.'] : []),
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
