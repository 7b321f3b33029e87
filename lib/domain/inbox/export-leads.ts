import { sql } from 'drizzle-orm';
import { guaranteeParts } from '#lib/domain/guarantees/view.ts';
import { leadStatusCopy } from '#lib/domain/inbox/copy.ts';
import type { ListFilter } from '#lib/domain/inbox/desk-schema.ts';
import { listLeads } from '#lib/domain/inbox/reads/list-leads.ts';
import { listed, type StoredLead } from '#lib/domain/inbox/reads/rows.ts';
import { statusOf } from '#lib/domain/inbox/rules.ts';
import { askedOf } from '#lib/domain/inbox/view.ts';
import { ERASED, leadKindCopy } from '#lib/domain/leads/copy.ts';
import { csvStream } from '#lib/platform/csv.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { formatDateTime } from '#lib/platform/format.ts';
import { formatRut } from '#lib/platform/rut.ts';

const BATCH = 500;

/** As CSV, newest first. */
export function exportLeads(filter: ListFilter, me: string) {
  return csvStream(columns, batchesOf(filter, me));
}

/** A search may look at thousands of matches without one to send: such a batch is empty. */
async function* batchesOf(filter: ListFilter, me: string) {
  let before: number | undefined;
  do {
    const page = await listLeads(filter, { me, before, limit: BATCH });
    yield await linesOf(page.leads);
    before = page.before ?? undefined;
  } while (before !== undefined);
}

const columns = [
  'N.º',
  'Solicitud',
  'Llegó',
  'Tipo',
  'Estado',
  'Atendida',
  'Asignada a',
  'Nombre',
  'Correo',
  'Teléfono',
  'RUT',
  'Empresa',
  'Licitación',
  'Detalle',
];

async function linesOf(leads: StoredLead[]): Promise<string[][]> {
  const messages = await messagesOf(leads.map(({ id }) => id));
  return leads.map((lead) => [
    String(lead.id),
    lead.submissionId === null ? '' : String(lead.submissionId),
    formatDateTime(lead.createdAt),
    leadKindCopy[lead.kind],
    lead.kind === 'garantia' ? leadStatusCopy[statusOf(lead)] : '',
    lead.handledAt === null ? 'No' : formatDateTime(lead.handledAt),
    lead.assigneeEmail ?? '',
    lead.erasedAt === null ? lead.name : ERASED,
    lead.email,
    lead.phone ?? '',
    lead.rut ? formatRut(lead.rut) : '',
    lead.company ?? '',
    lead.tenderId ?? '',
    guaranteesOf(lead) || (messages.get(lead.id) ?? ''),
  ]);
}

async function messagesOf(ids: number[]): Promise<Map<number, string | null>> {
  const rows = await getDb().read.all<{ id: number; message: string | null }>(
    sql`select id, answers ->> '$.mensaje' as message from leads where id in (${listed(ids)})`,
  );
  return new Map(rows.map(({ id, message }) => [id, message]));
}

function guaranteesOf(lead: StoredLead): string {
  return askedOf(lead)
    .map(guaranteeParts)
    .map(({ type, amount, from, until }) => `${type}, ${amount}, ${from} al ${until}`)
    .join(' | ');
}
