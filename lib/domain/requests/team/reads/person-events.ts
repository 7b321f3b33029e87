import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import { findVerifiedAccountId } from '#lib/domain/accounts/reads/holders.ts';
import { recordViews } from '#lib/domain/audit/writes.ts';
import { storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { actorCopy, eventLine } from '#lib/domain/requests/team/copy.ts';
import { leadNumberOf } from '#lib/domain/requests/team/rules.ts';
import { formatDateTime, formatRequestNumber } from '#lib/platform/chile/format.ts';
import { parseRut } from '#lib/platform/chile/rut.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import type { Column, ListPage } from '#lib/platform/operations/listing.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

const PAGE_SIZE = 20;

export type PersonEvent = Awaited<ReturnType<typeof auditAndListPersonEvents>>['rows'][number];

/** An e-mail in lower case, or a RUT as it is stored. */
type Person = { email: string } | { rut: string };

/** Returns the person whose complete e-mail or RUT was searched, or null for other texts. */
export function parsePerson(q: string): Person | null {
  if (q.includes('@')) return { email: q.toLowerCase() };
  const rut = parseRut(q);
  return rut ? { rut } : null;
}

/**
 * Lists the events of all requests and messages of a person, newest first, in one query. First
 * audits that the advisor saw each of the leads.
 */
export async function auditAndListPersonEvents(
  ctx: AdminCtx,
  person: Person,
  { before, onlyNotes }: { before: string | undefined; onlyNotes: boolean },
) {
  const beforeId = parseRowId(before) ?? Number.MAX_SAFE_INTEGER;
  const { id, at, leadId, kind, detail, actor } = leadEvents;
  const eventRows = await getDb()
    .read.select({
      ...{ id, at, leadId, kind, detail, submissionId: leads.submissionId },
      actor: sql<string>`coalesce(${accounts.name}, ${accounts.email}, ${actor})`,
    })
    .from(leads)
    .crossJoin(leadEvents)
    .leftJoin(accounts, eq(accounts.id, actor))
    .where(
      and(
        'email' in person ? eq(leads.email, person.email) : eq(leads.rut, person.rut),
        eq(leadId, leads.id),
        lt(id, beforeId),
        (onlyNotes ? eq : ne)(kind, 'note'),
      ),
    )
    .orderBy(desc(id))
    .limit(PAGE_SIZE + 1);
  const page = eventRows.slice(0, PAGE_SIZE);
  const accountId = 'email' in person ? await findVerifiedAccountId(person.email) : null;
  const subjects = page.map(({ leadId }) => `lead:${leadId}`);
  await recordViews(ctx, { action: 'lead.seen-by-team', subjects, accountId });
  const rows = page.flatMap(({ kind, detail, ...row }) => {
    const event = storedEvent.safeParse({ kind, detail });
    return event.success ? [{ ...row, line: eventLine(event.data) }] : [];
  });
  return {
    rows,
    next: eventRows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
  } satisfies ListPage<(typeof rows)[number]>;
}

/** The columns beside the text, which the page renders separately because it is long. */
export const personEventColumns: readonly Column<PersonEvent>[] = [
  { label: 'Cuándo', width: 'time', cell: ({ at }) => formatDateTime(at) },
  {
    label: 'De',
    width: 'short',
    cell: ({ leadId, submissionId }) => ({
      text: formatRequestNumber(leadNumberOf({ id: leadId, submissionId })),
      href: `/admin/leads/${leadId}`,
    }),
  },
  { label: 'Quién', width: 'time', cell: ({ actor }) => actorCopy[actor] ?? actor },
];
