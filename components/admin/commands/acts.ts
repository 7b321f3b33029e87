import type { PaletteAction } from '#components/admin/commands/admin-commands.tsx';
import { templateQuery } from '#components/admin/lead/chosen-template.ts';
import { fromList } from '#components/admin/lead/lead-form.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { listTemplates } from '#lib/domain/requests/team/template-copy.ts';
import type { Lead, StoredLead } from '#lib/domain/requests/team/view.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';

/** States that an advisor may set, with the label of each action. */
const moves = { en_revision: 'En revisión', aprobada: 'Aprobar', rechazada: 'Rechazar…' } as const;

const movesFrom = (state?: RequestState) =>
  Object.entries(moves)
    .filter(([to]) => to !== state)
    .map(([value, label]) => ({ label, command: 'moveTo' as const, value }));

/** Returns the palette's actions for the chosen rows or, if none is chosen, for the focused one. */
export function listActs(me: string): PaletteAction[] {
  return [
    { label: 'Asignarme las elegidas', command: 'assignTo', value: me },
    { label: 'Marcar elegidas como atendidas', command: 'handle' },
    ...movesFrom().map(({ label, ...move }) => ({ label: `Elegidas: ${label}`, ...move })),
    { label: 'Responder', command: 'reply' },
  ];
}

type ActionableLead = Pick<
  StoredLead,
  'id' | 'assignedTo' | 'kind' | 'state' | 'handledAt' | 'email' | 'phone'
> &
  Partial<Pick<Lead, 'contract' | 'events'>>;

type ActOptions = {
  me: string;
  list: string;
  /** The page that records the next guarantee, if there is one to record. */
  recordPath?: string | undefined;
  query?: Record<string, string>;
};

/** Returns the palette's actions on a lead, which lead to the controls of its page. */
export function leadActs(
  lead: ActionableLead,
  { me, list, recordPath, query = {} }: ActOptions,
): PaletteAction[] {
  const page = (name: string) => `/admin/leads/${lead.id}/${name}${fromList(list)}`;
  const isMessage = lead.kind !== 'garantia';
  return [
    ...(lead.assignedTo === me
      ? []
      : [{ label: 'Asignarme', command: 'assignTo' as const, value: me }]),
    { label: 'Asignar a otra persona', command: 'assign' },
    ...(isMessage
      ? []
      : [...movesFrom(lead.state), { label: 'Cambiar el estado', command: 'state' as const }]),
    { label: 'Responder', command: 'reply' },
    ...listTemplates({ kind: lead.kind, contract: lead.contract ?? null }, 'reply')
      .filter(({ id }) => id !== 'prorroga')
      .map(({ id, label }) => ({
        label: `Responder con plantilla: ${label}`,
        href: `?${templateQuery(id, { list, query, lastEventId: lead.events?.[0]?.id })}#respuesta`,
      })),
    ...(!isMessage && !isDecided(lead.state)
      ? [
          { label: 'Enviar condiciones', command: 'conditions' as const },
          { label: 'Pedir documentos', command: 'documents' as const },
        ]
      : []),
    { label: 'Pedir pago', href: '#monto' },
    ...(recordPath && lead.state === 'aprobada'
      ? [{ label: 'Registrar emisión', href: recordPath }]
      : []),
    ...(isMessage && lead.phone
      ? [{ label: 'Registrar una llamada', command: 'call' as const }]
      : []),
    { label: 'Anotar', command: 'note' },
    ...(lead.handledAt === null
      ? [{ label: 'Marcar como atendida', command: 'handle' as const }]
      : []),
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
