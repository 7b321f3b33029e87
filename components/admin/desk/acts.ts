import type { PaletteAction } from '#components/admin/desk/palette-acts.ts';
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

type ActionableLead = Pick<StoredLead, 'assignedTo' | 'kind' | 'state' | 'handledAt'>;

export function leadActs(lead: ActionableLead, me: string, list: string): PaletteAction[] {
  return [
    ...(lead.assignedTo === me ? [] : [{ label: 'Asignarme', sets: `assignedTo=${me}` }]),
    ...(lead.kind === 'garantia' ? movesFrom(lead.state) : []),
    { label: 'Responder', key: 'r' },
    ...templates
      .filter(({ id, state }) => !state && id !== 'prorroga')
      .map(({ id, label }) => ({
        label: `Responder: ${label}`,
        href: `?${new URLSearchParams({ plantilla: id, ...(list && { lista: list }) })}#respuesta`,
      })),
    ...(lead.kind === 'garantia' && !isDecided(lead.state)
      ? [
          { label: 'Enviar condiciones', key: 'c' },
          { label: 'Pedir documentos', key: 'd' },
        ]
      : []),
    { label: 'Pedir pago', href: '#monto' },
    { label: 'Anotar', key: 'n' },
    ...(lead.handledAt === null ? [{ label: 'Marcar como atendida', key: 'e' }] : []),
  ];
}
