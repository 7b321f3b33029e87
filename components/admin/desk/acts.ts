import type { PaletteAction } from '#components/admin/desk/palette-acts.ts';
import { fromList } from '#components/admin/lead/lead-form.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { templates } from '#lib/domain/requests/team/copy.ts';
import type { StoredLead } from '#lib/domain/requests/team/view.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

/** States that an advisor may set, with the label of each action. */
const moves = { en_revision: 'En revisión', aprobada: 'Aprobar', rechazada: 'Rechazar…' } as const;

const movesFrom = (state?: RequestState) =>
  Object.entries(moves)
    .filter(([to]) => to !== state)
    .map(([to, label]) => ({ label, sets: `state=${to}` }));

/** Returns the palette's actions for the chosen rows or, if none is chosen, for the focused one. */
export function listActs(me: string): PaletteAction[] {
  return [
    { label: 'Asignarme las elegidas', sets: `assignedTo=${me}` },
    { label: 'Marcar elegidas como atendidas', key: 'e' },
    ...movesFrom().map(({ label, sets }) => ({ label: `Elegidas: ${label}`, sets })),
    { label: 'Responder', key: 'r' },
  ];
}

type ActionableLead = Pick<
  StoredLead,
  'id' | 'assignedTo' | 'kind' | 'state' | 'handledAt' | 'email' | 'phone'
>;

/**
 * Returns the palette's actions on a lead, which lead to the controls of its page. `record` is the
 * page that records the next guarantee, if there is one to record.
 */
export function leadActs(
  lead: ActionableLead,
  me: string,
  list: string,
  record?: string,
): PaletteAction[] {
  const page = (name: string) => `/admin/leads/${lead.id}/${name}${fromList(list)}`;
  const isMessage = lead.kind !== 'garantia';
  return [
    ...(lead.assignedTo === me ? [] : [{ label: 'Asignarme', sets: `assignedTo=${me}` }]),
    { label: 'Asignar a otra persona', key: 'a' },
    ...(isMessage ? [] : [...movesFrom(lead.state), { label: 'Cambiar el estado', key: 's' }]),
    { label: 'Responder', key: 'r' },
    ...templates
      .filter(({ id, state }) => !state && id !== 'prorroga')
      .map(({ id, label }) => ({
        label: `Responder: ${label}`,
        href: `?${new URLSearchParams({ plantilla: id, ...(list && { lista: list }) })}#respuesta`,
      })),
    ...(!isMessage && !isDecided(lead.state)
      ? [
          { label: 'Enviar condiciones', key: 'c' },
          { label: 'Pedir documentos', key: 'd' },
        ]
      : []),
    { label: 'Pedir pago', href: '#monto' },
    ...(record && lead.state === 'aprobada' ? [{ label: 'Registrar emisión', href: record }] : []),
    ...(isMessage && lead.phone ? [{ label: 'Registrar una llamada', key: 'l' }] : []),
    { label: 'Anotar', key: 'n' },
    ...(lead.handledAt === null ? [{ label: 'Marcar como atendida', key: 'e' }] : []),
    { label: 'Corregir el correo', href: page('correo') },
    {
      label: 'Ver todo lo de esta persona',
      href: `/admin/personas?${new URLSearchParams({ q: lead.email })}`,
    },
    {
      label: 'Ver sus envíos',
      href: `/admin/entregas?${new URLSearchParams({ solicitud: `${lead.id}` })}`,
    },
    { label: 'Borrar los datos de esta persona', href: page('borrar') },
  ];
}
