import { issuerKeyOf } from '#lib/domain/issued/rules.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued.ts';
import { randomId } from '#lib/platform/ids.ts';
import { issuedFacts } from '#tests/support/issued.ts';

type Row = Partial<typeof issuedGuarantees.$inferInsert>;

/** Records of a company, each with a number of its own. */
export async function putIssued(rows: Row[], createdAt: number): Promise<void> {
  const values = rows.map((row, i) => {
    const { tenderId, ...facts } = { ...issuedFacts, issuerNumber: `N-${i}`, ...row };
    return {
      ...facts,
      tenderId,
      id: randomId(),
      email: row.email ?? 'ana@constructora.cl',
      recordedBy: 'company' as const,
      actor: 'x',
      holderRut: row.holderRut ?? '76123456-0',
      beneficiaryRut: row.beneficiaryRut ?? '69265000-K',
      issuerKey: issuerKeyOf(facts),
      createdAt,
    };
  });
  await getDb().write((tx) => tx.insert(issuedGuarantees).values(values));
}

/** How the database would answer. */
export async function planOf(query: string): Promise<string> {
  const plan = await getDb().read.all<{ detail: string }>(`explain query plan ${query}`);
  return plan.map(({ detail }) => detail).join('\n');
}
