import { beforeEach } from 'vitest';
import { awaitsReading } from '#lib/domain/documents/readings.ts';
import { listUncategorizedDocuments, listVault } from '#lib/domain/documents/reads/documents.ts';
import { readDocumentsWithin } from '#lib/domain/documents/writes/read-documents.ts';
import { addDays, endOfDay } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { DAY, MINUTE } from '#lib/platform/process/durations.ts';
import { type Member, makeUser } from '#tests/support/accounts.ts';
import { andesCompany, joinCompany } from '#tests/support/companies.ts';
import { markSessionsProved } from '#tests/support/factors.ts';
import { recordOwnIssued } from '#tests/support/issued.ts';
import { addDocument, createShare } from '#tests/support/shares.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import type { World } from '#tests/support/world.ts';

/** The older company, whose data no page of the other may show. */
export const olderCompany = {
  role: 'juridica',
  rut: '96.000.001-3',
  razonSocial: 'Vieja Obra Ltda.',
};

type Person = Awaited<ReturnType<typeof joinCompany>>;
type People = Record<'zoila' | 'olga' | 'eva' | 'rita', Person>;

/**
 * Makes for each test a company with Olga who owns it, Eva who works in it and Rita who reads it,
 * and an older company of Zoila with a document, a link and a guarantee.
 */
export function companyForTest(world: Pick<World, 'advance' | 'now'>): People {
  const people = {} as People; // filled before each test
  const tick = () => world.advance(MINUTE);
  beforeEach(async () => {
    const zoila = await makeUser({ ...olderCompany, email: 'zoila@vieja.cl', name: 'Zoila Vega' });
    const { fileId } = await addDocument(zoila.id, {
      fileName: 'Vieja.pdf',
      ...validForDays(world, 3),
    });
    await createShare(zoila, { documentKey: fileId, label: 'Enlace viejo' });
    await recordOwnIssued(zoila.cookies, { issuerNumber: 'VIEJA-1', holderRut: olderCompany.rut });
    tick();
    const olga = await makeUser({ ...andesCompany, email: 'olga@andes.cl', name: 'Olga Soto' });
    world.advance(DAY);
    await markSessionsProved();
    const eva = await joinCompany(olga, 'eva@andes.cl');
    tick();
    const rita = await joinCompany(olga, 'rita@andes.cl', 'reader');
    tick();
    Object.assign(people, { zoila, olga, eva, rita });
  });
  return people;
}

/** Returns the fields of a document that is valid for `days` more days. */
export const validForDays = (world: Pick<World, 'now'>, days: number) => ({
  expiresAt: endOfDay(addDays(isoDay(world.now()), days)),
});

/** Waits until all documents of a member are read. */
export async function waitUntilRead({ id }: Member): Promise<void> {
  await waitFor(async () => {
    const waiting = [...(await listVault(id)), ...(await listUncategorizedDocuments(id))];
    await readDocumentsWithin(waiting, 60_000);
    return !waiting.some(awaitsReading);
  });
}
