/** Path of the page with all that happened to a link. */
export function linkTrailPath(id: string): string {
  return `/admin/auditoria?${new URLSearchParams({ object: id })}`;
}

/** Exports and looks name the filters of a list, which is no object. */
const lists = ['audit', 'leads', 'guarantees', 'payments', 'deliveries'];

/** Words for objects that have no number and no page of the team, only an id. */
const nounsByKind: Record<string, string> = {
  upload: 'Un archivo',
  document: 'Un documento',
  share: 'Un enlace',
  person: 'Una persona',
  invitation: 'Una invitación',
  payment: 'Un pago pedido',
};

const pages: Record<string, readonly [label: string, path: string]> = {
  account: ['Cuenta', '/admin/cuentas/'],
  lead: ['Solicitud o mensaje', '/admin/leads/'],
  guarantee: ['Garantía N.º', '/admin/garantias?q='],
  delivery: ['Envío', '/admin/entregas/'],
};

export const trailFilters: readonly Filter[] = [
  {
    name: 'object',
    label: 'Número de solicitud, mensaje, garantía u orden',
    isWord: true,
    chip: 'Qué',
  },
  {
    name: 'action',
    label: 'Acción',
    all: 'Todas',
    choices: Object.fromEntries(
      Object.entries(auditCopy)
        .map(
          ([action, [, othersText]]) =>
            [action, othersText.charAt(0).toUpperCase() + othersText.slice(1)] as const,
        )
        .sort(([, a], [, b]) => a.localeCompare(b, 'es')),
    ),
  },
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
];

const accountOf = ({ accountEmail: email, razonSocial, rut }: TrailEvent) =>
  accountLabel({ email, razonSocial, rut });

const silent = ['desconocida', 'cli', ''];

export const trailColumns: readonly Column<TrailEvent>[] = [
  { label: 'N.º', width: 'wait', cell: ({ id }) => `${id}`, csv: ({ id }) => id, named: true },
  { label: 'Cuándo', width: 'time', cell: ({ at }) => formatDateTime(at) },
  {
    label: 'Quién',
    cell: actorText,
    csv: ({ actorEmail, actor }) => actorEmail ?? actor,
  },
  { label: 'Id de quién', csv: ({ actor }) => actor },
  { label: 'Qué hizo', cell: ({ action }) => actionText(action) },
  { label: 'Acción', csv: ({ action }) => action },
  {
    label: 'Cuenta',
    width: 'tag',
    cell: (event) => {
      const account = accountOf(event);
      return account && event.accountId !== event.actor
        ? { text: account, href: `/admin/cuentas/${event.accountId}` }
        : null;
    },
    csv: (event) => accountOf(event) ?? event.accountId,
    named: true,
  },
  { label: 'Id de la cuenta', csv: ({ accountId }) => accountId },
  {
    label: 'Objeto',
    width: 'middle',
    cell: (event) => {
      const object = objectOf(event);
      return object && { text: object.label, href: object.href };
    },
    csv: ({ object }) => object,
  },
  {
    label: 'Red',
    width: 'short',
    cell: ({ place }) => (silent.includes(place) ? null : place),
    csv: ({ place }) => place,
    named: true,
  },
  { label: 'Llamada', csv: ({ requestId }) => requestId },
];
