import { inArray, sql } from 'drizzle-orm';
import { defineCsv } from '#lib/domain/audit/csv-export.ts';
import { ERASED, leadKindCopy } from '#lib/domain/requests/leads/copy.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { leadStatusCopy } from '#lib/domain/requests/team/copy.ts';
import { inboxFilterOfPage, type ListFilter } from '#lib/domain/requests/team/list-query.ts';
import { listLeads } from '#lib/domain/requests/team/reads/list-leads.ts';
import type { StoredLead } from '#lib/domain/requests/team/reads/rows.ts';
import { leadNumberOf, leadStatusOf } from '#lib/domain/requests/team/rules.ts';
import { inboxFilter } from '#lib/domain/requests/team/schema.ts';
import { formatDate, formatDateTime } from '#lib/platform/chile/format.ts';
import { formatRut } from '#lib/platform/chile/rut.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { Column } from '#lib/platform/operations/listing.ts';

type Item = StoredLead['requested'][number];
/** A line of the export. A request has a line for each guarantee; any other lead has one line. */
type Line = { lead: StoredLead; item?: Item; place?: string; message: string | null };

const columns: readonly Column<Line>[] = [
  { label: 'N.º', csv: ({ lead }) => leadNumberOf(lead) },
  { label: 'Llegó', csv: ({ lead }) => formatDateTime(lead.createdAt) },
  { label: 'Tipo', csv: ({ lead }) => leadKindCopy[lead.kind] },
  {
    label: 'Estado',
    csv: ({ lead }) => (lead.kind === 'garantia' ? leadStatusCopy[leadStatusOf(lead)] : ''),
  },
  {
    label: 'Atendida',
    csv: ({ lead }) => (lead.handledAt === null ? 'No' : formatDateTime(lead.handledAt)),
  },
  { label: 'Asignada a', csv: ({ lead }) => lead.assigneeEmail },
  { label: 'Nombre', csv: ({ lead }) => (lead.erasedAt === null ? lead.name : ERASED) },
  { label: 'Correo', csv: ({ lead }) => lead.email },
  { label: 'Teléfono', csv: ({ lead }) => lead.phone },
  { label: 'RUT', csv: ({ lead }) => lead.rut && formatRut(lead.rut) },
  { label: 'Empresa', csv: ({ lead }) => lead.company },
  { label: 'Licitación', csv: ({ lead }) => lead.tenderId },
  { label: 'Garantía', csv: ({ place }) => place ?? '' },
  {
    label: 'Tipo de garantía',
    csv: ({ item }) => (item ? guaranteeTypeCopy[item.tipoGarantia].label : ''),
  },
  { label: 'Monto', csv: ({ item }) => item?.montoGarantia.replace('.', ',') ?? '' },
  { label: 'Moneda', csv: ({ item }) => item?.monedaGarantia ?? '' },
  { label: 'Rige desde', csv: ({ item }) => formatDate(item?.vigenciaDesde ?? '') },
  { label: 'Rige hasta', csv: ({ item }) => formatDate(item?.vigenciaHasta ?? '') },
  { label: 'Mensaje', csv: ({ message }) => message },
];

export const getLeadsCsv = defineCsv({
  path: '/api/admin/leads.csv',
  page: '/admin',
  limit: 'admin/export',
  query: inboxFilter.extend(inboxFilterOfPage.pick({ status: true, turn: true }).shape),
  summary: 'Leads, a line a guarantee',
  action: 'leads.exported',
  name: 'resguardo-bandeja',
  columns,
  read: (ctx, filter, before?: number) => readLines(filter, { me: ctx.accountId, before }),
});

/**
 * Reads a page of lines, newest leads first. A search stops early, so a page may be empty even if
 * another one follows.
 */
async function readLines(filter: ListFilter, range: { me: string; before: number | undefined }) {
  const page = await listLeads(filter, { ...range, limit: 500 });
  const messages = await messagesOf(page.leads.map(({ id }) => id));
  const rows = page.leads.flatMap((lead): Line[] => {
    const message = messages.get(lead.id) ?? null;
    const { requested: items } = lead;
    if (items.length === 0) return [{ lead, message }];
    return items.map((item, index) => ({
      lead,
      item,
      place: `${index + 1} de ${items.length}`,
      message,
    }));
  });
  return { rows, next: page.before };
}

async function messagesOf(ids: number[]): Promise<Map<number, string | null>> {
  const rows = await getDb()
    .read.select({
      id: leads.id,
      message: sql<string | null>`${leads.answers} ->> '$.mensaje'`,
    })
    .from(leads)
    .where(inArray(leads.id, sqlList(ids)));
  return new Map(rows.map(({ id, message }) => [id, message]));
}
