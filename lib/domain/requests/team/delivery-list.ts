import { z } from 'zod';
import type { ArrivalReport } from '#lib/domain/deliveries/arrival-rules.ts';
import {
  type DeliveryState,
  deliveryCopy,
  deliveryName,
  deliveryNoteText,
  deliveryStateCopy,
  deliveryTag,
} from '#lib/domain/deliveries/copy.ts';
import type { DeliveryKind } from '#lib/domain/deliveries/schema.ts';
import { formatDateTime, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { fromParam, optional, singleLineText, toParam } from '#lib/platform/operations/fields.ts';
import type { Column, Filter } from '#lib/platform/operations/listing.ts';

export type ListedDelivery = ArrivalReport & {
  id: number;
  kind: string;
  state: 'waiting' | 'sent' | 'dead';
  lastError: string | null;
  createdAt: number;
  settledAt: number | null;
  recipient: 'team' | 'crm' | 'person';
  /** E-mail of the person, or null if it was erased or never stored. */
  email: string | null;
  leadId: number | null;
  leadNumber: number | null;
  leadKind: string | null;
};

export const deliveryListQuery = z.object({
  q: optional(singleLineText('Escribe el correo.', 254).toLowerCase()),
  state: optional(z.enum(Object.keys(deliveryStateCopy) as DeliveryState[])),
  kind: optional(z.enum(Object.keys(deliveryCopy) as DeliveryKind[])),
  from: fromParam,
  to: toParam,
  /** Id of a request or message. Its page links to this list with the filter. */
  solicitud: optional(z.coerce.number().int().positive()),
  /** Order of a payment. Its page links to this list with the filter. */
  pago: optional(singleLineText('Escribe la orden.', 64)),
});
export type DeliveryFilter = z.infer<typeof deliveryListQuery>;

export const deliveryFilters: readonly Filter[] = [
  { name: 'state', label: 'Estado', choices: deliveryStateCopy },
  {
    name: 'kind',
    label: 'Qué',
    choices: Object.fromEntries(
      Object.entries(deliveryCopy).sort(([, a], [, b]) => a.localeCompare(b, 'es')),
    ),
  },
  { name: 'from', label: 'Desde' },
  { name: 'to', label: 'Hasta' },
];

export const deliveriesPath = '/admin/entregas';
const recipientNames = { team: 'El equipo', crm: 'El CRM' };

type NumberedLead = { leadKind: string | null; number: number };

export function leadText({ leadKind, number }: NumberedLead): string {
  return `${leadKind === 'garantia' ? 'Solicitud' : 'Mensaje'} ${formatRequestNumber(number)}`;
}

export function recipientText({
  recipient,
  email,
}: Pick<ListedDelivery, 'recipient' | 'email'>): string | null {
  return recipient === 'person' ? email : recipientNames[recipient];
}

export const deliveryColumns: readonly Column<ListedDelivery>[] = [
  { label: 'Cuándo', width: 'time', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    label: 'Qué',
    cell: ({ id, kind }) => ({ text: deliveryName(kind), href: `${deliveriesPath}/${id}` }),
  },
  {
    label: 'A quién',
    cell: recipientText,
  },
  {
    label: 'Estado',
    width: 'middle',
    cell: (delivery) => ({ ...deliveryTag(delivery), note: deliveryNoteText(delivery) }),
  },
  {
    label: 'Solicitud',
    width: 'middle',
    cell: ({ leadId, leadNumber, leadKind }) =>
      leadId === null
        ? null
        : {
            text: leadText({ leadKind, number: leadNumber ?? leadId }),
            href: `/admin/leads/${leadId}`,
          },
  },
];
