import type { z } from 'zod';
import { auditCopy } from '#lib/domain/audit/copy.ts';
import { linkTrailPath } from '#lib/domain/audit/view.ts';
import { actionGroups } from '#lib/domain/audit-trail/action-groups.ts';
import type { trailEventReply } from '#lib/domain/audit-trail/schema.ts';
import { accountLabel } from '#lib/platform/chile/account-label.ts';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { formatDateTime, formatRequestNumber } from '#lib/platform/chile/format.ts';
import type { Column, Filter } from '#lib/platform/operations/listing.ts';

export type TrailEvent = Omit<z.infer<typeof trailEventReply>, 'at' | 'text'> & {
  at: number;
  /** Name of the company to which the trail belongs, or null for a person. */
  razonSocial: string | null;
  /** Name of a company. Older events name the company as the actor. */
  actorCompany: string | null;
  actorRut: string | null;
  rut: string | null;
  leadKind: string | null;
  leadNumber: number | null;
  /** Name of the document, link or requested payment, while it exists. */
  name: string | null;
  /** Lead of a requested payment. */
  chargedLead: number | null;
};

export function actionText(action: string): string {
  const entry = Object.entries(auditCopy).find(([name]) => name === action);
  return entry?.[1][1] ?? action;
}

type ActorNames = Pick<TrailEvent, 'actor' | 'actorEmail' | 'actorCompany' | 'actorRut'>;

function actorText({ actor, actorEmail, actorCompany, actorRut }: ActorNames): string {
  const company = accountLabel({ email: null, razonSocial: actorCompany, rut: actorRut });
  return actorEmail ?? actors[actor] ?? company ?? `Una cuenta que ya no existe (${actor})`;
}

const actors: Record<string, string> = {
  system: 'El sistema',
  scanner: 'El antivirus',
  crm: 'El CRM',
  cli: 'El equipo, desde la consola,',
  guest: 'Alguien sin cuenta',
  unknown: 'Alguien sin cuenta',
};

/** Returns name and page of a subject such as `lead:12`, or its id. */
function objectLink({
  object,
  action,
  leadKind,
  leadNumber,
  name,
  chargedLead,
}: Pick<TrailEvent, 'object' | 'action' | 'leadKind' | 'leadNumber' | 'name' | 'chargedLead'>) {
  if (!object || listNames.some((list) => object.startsWith(`${list}:`))) return null;
  const [, kind = '', id = ''] = /^(\w+):(.+)$/.exec(object) ?? [];
  const page = objectPages[kind];
  if (kind === 'device' || kind === 'email') return { label: id, href: null };
  if (page && leadKind) {
    const word = leadKind === 'garantia' ? 'Solicitud' : 'Mensaje';
    return { label: `${word} ${formatRequestNumber(leadNumber ?? id)}`, href: `${page[1]}${id}` };
  }
  if (page) return { label: `${page[0]} ${id}`, href: `${page[1]}${encodeURIComponent(id)}` };
  const [noun = '', verb = ''] = action.split('.');
  if (noun === 'payment' && !verb.startsWith('request')) {
    return { label: `Pago ${object}`, href: `/admin/pagos/${encodeURIComponent(object)}` };
  }
  if (action === 'request.sent')
    return { label: `Solicitud ${formatRequestNumber(object)}`, href: null };
  const kindName = nounsByKind[kind || noun];
  if (!kindName) return { label: object, href: null };
  const label = name ? `${kindName}: ${name}` : kindName;
  if (noun === 'share') return { label, href: linkTrailPath(object) };
  return { label, href: chargedLead === null ? null : `/admin/leads/${chargedLead}` };
}

/** Subjects of exports and views that name the filters of a list and not an object. */
const listNames = ['audit', 'leads', 'guarantees', 'payments', 'deliveries'];

/** Words for objects of which the team has neither a number nor a page, only an id. */
const nounsByKind: Record<string, string> = {
  upload: 'Un archivo',
  document: 'Un documento',
  share: 'Un enlace',
  person: 'Una persona',
  invitation: 'Una invitación',
  payment: 'Un pago solicitado',
};

const objectPages: Record<string, readonly [label: string, path: string]> = {
  account: ['Cuenta', '/admin/cuentas/'],
  lead: ['Solicitud o mensaje', '/admin/leads/'],
  guarantee: ['Garantía N.º', '/admin/garantias?q='],
  delivery: ['Envío', '/admin/entregas/'],
  erasure: ['Constancia N.º', '/admin/borrar/constancia/'],
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
    allLabel: 'Todas',
    choices: Object.fromEntries(
      actionGroups().flatMap(({ options }) => options.map(({ value, label }) => [value, label])),
    ),
    groups: actionGroups(),
  },
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
];

/** Returns filters for the latest days. `today` is the last of them. */
export function dayShortcuts(today: string) {
  const daysAgo = (days: number) => addDays(today, -days);
  return [
    { label: 'Hoy', query: { from: today, to: today } },
    { label: 'Ayer', query: { from: daysAgo(1), to: daysAgo(1) } },
    { label: 'Últimos 7 días', query: { from: daysAgo(6), to: today } },
  ];
}

const accountText = ({ accountEmail: email, razonSocial, rut }: TrailEvent) =>
  accountLabel({ email, razonSocial, rut });

const hiddenPlaces = ['desconocida', 'cli', ''];

/** Heading of the column whose cell has a second line. */
export const actLabel = 'Qué hizo';

export const trailColumns: readonly Column<TrailEvent>[] = [
  {
    label: 'N.º',
    width: 'wait',
    cell: ({ id }) => `${id}`,
    csv: ({ id }) => id,
    isLabelledOnPhones: true,
  },
  { label: 'Cuándo', width: 'time', cell: ({ at }) => formatDateTime(at) },
  {
    label: 'Quién',
    cell: actorText,
    csv: ({ actorEmail, actor }) => actorEmail ?? actor,
  },
  { label: 'Id de quién', csv: ({ actor }) => actor },
  {
    label: actLabel,
    cell: ({ action, detail }) => ({ text: actionText(action), note: detail }),
    csv: ({ action }) => actionText(action),
  },
  { label: 'Acción', csv: ({ action }) => action },
  { label: 'Detalle', csv: ({ detail }) => detail },
  {
    label: 'Cuenta',
    width: 'tag',
    cell: (event) => {
      const account = accountText(event);
      return account && event.accountId !== event.actor
        ? { text: account, href: `/admin/cuentas/${event.accountId}` }
        : null;
    },
    csv: (event) => accountText(event) ?? event.accountId,
    isLabelledOnPhones: true,
  },
  { label: 'Id de la cuenta', csv: ({ accountId }) => accountId },
  {
    label: 'Objeto',
    width: 'middle',
    cell: (event) => {
      const object = objectLink(event);
      return object && { text: object.label, href: object.href };
    },
    csv: ({ object }) => object,
  },
  {
    label: 'Red',
    width: 'short',
    cell: ({ place }) => (hiddenPlaces.includes(place) ? null : place),
    csv: ({ place }) => place,
    isLabelledOnPhones: true,
  },
  { label: 'Llamada', csv: ({ requestId }) => requestId },
];
