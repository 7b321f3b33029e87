import { asc, eq, sql } from 'drizzle-orm';
import { storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { copyTenders, startTenderWatch } from '#lib/domain/requests/leads/writes/tenders.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import { now } from '#lib/platform/process/clock.ts';
import { shownLinkToken } from '#tests/support/mailed-links.ts';
import { submitRequest } from '#tests/support/submissions.ts';

type NewRow = Partial<typeof leads.$inferInsert>;

/** Inserts rows of `leads` as forms of the site would have left them, and returns their ids. */
export async function insertLeads(rows: NewRow[]): Promise<number[]> {
  const values = rows.map((row) => ({
    kind: 'contacto' as const,
    name: 'Ana Muñoz',
    email: 'ana@constructora.cl',
    answers: { primer_nombre: 'Ana', correo: 'ana@constructora.cl' },
    consentVersion: '2026-11-20',
    consentIp: '203.0.113.7',
    httpRequestId: 'r'.repeat(22),
    createdAt: now(),
    unansweredSince: row.handledAt || row.erasedAt ? null : (row.createdAt ?? now()),
    ...row,
  }));
  return getDb().write(async (tx) => {
    const put = await tx.insert(leads).values(values).returning();
    for (const code of new Set(rows.map(({ tenderId }) => tenderId)))
      await startTenderWatch(tx, code);
    await copyTenders(tx, sql`true`);
    return put.map(({ id }) => id);
  });
}

export async function insertLead(row: NewRow = {}): Promise<number> {
  const [id = 0] = await insertLeads([row]);
  return id;
}

/** Inserts tenders by id, each with its closing time. */
export async function insertClosings(closings: Record<string, number>): Promise<void> {
  const rows = Object.entries(closings).map(([code, closesAt]) => ({
    ...{ code, closesAt, name: code, type: 'LE', seenAt: now() },
  }));
  await getDb().write(async (tx) => {
    await tx.insert(marketplaceTenders).values(rows);
    await copyTenders(tx, sql`true`);
  });
}

/** Sends a guarantee request. Returns the ids of lead and submission, and its link's token. */
export async function sendRequest(body: object) {
  const { data } = await (await submitRequest(body)).json();
  const submissionId: number = data.submissionId;
  const [row] = await getDb()
    .read.select({ id: leads.id })
    .from(leads)
    .where(eq(leads.submissionId, submissionId));
  return { id: row?.id ?? 0, submissionId, token: await shownLinkToken('receipt', submissionId) };
}

/** Returns a lead's history, oldest first. */
export async function eventsOf(leadId: number) {
  const rows = await getDb()
    .read.select()
    .from(leadEvents)
    .where(eq(leadEvents.leadId, leadId))
    .orderBy(asc(leadEvents.id));
  return rows.map(({ kind, actor, detail }) => ({
    actor,
    ...storedEvent.parse({ detail, kind }),
  }));
}

export async function leadOf(id: number) {
  const [row] = await getDb().read.select().from(leads).where(eq(leads.id, id));
  if (!row) throw new Error(`no lead ${id}`);
  return row;
}
