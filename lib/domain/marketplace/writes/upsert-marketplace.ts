import { sql } from 'drizzle-orm';
import { isCompanyRut, tenderStates, typeOfCode } from '#lib/domain/marketplace/rules.ts';
import { withSearchIndexUpdate } from '#lib/domain/marketplace/writes/search-index.ts';
import { copyTenders } from '#lib/domain/requests/leads/writes/tenders.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { marketplaceBuyers, marketplaceTenders } from '#lib/platform/db/schema/marketplace.ts';
import type { Company, MappedTender } from '#lib/platform/mercado-publico/mapper.ts';

/** A row of a day's list, which has only these fields of a tender. */
export type ListedTender = Pick<MappedTender, 'code' | 'name' | 'stateCode' | 'closesAt'>;

/** Rows per write. A day has up to 1,300 rows, and other writes should not wait for all of them. */
const BATCH_SIZE = 200;

/**
 * Adds the tenders of a day's list to the search, or updates them. Facts that only a tender's
 * details have are kept. `day` is `YYYY-MM-DD` in Chile; `now`, in ms, is when the list was
 * fetched.
 */
export async function upsertListedTenders(
  tenders: ListedTender[],
  { day, buyerCode, now }: { day: string; buyerCode?: string | undefined; now: number },
): Promise<void> {
  for (let from = 0; from < tenders.length; from += BATCH_SIZE) {
    const rows = tenders.slice(from, from + BATCH_SIZE).map((tender) => ({
      ...tender,
      name: tender.name ?? tender.code,
      type: typeOfCode(tender.code),
      state: tenderStates[tender.stateCode ?? -1] ?? null,
    }));
    const listFacts = { day, buyerCode, now };
    await getDb().write((tx) =>
      withTenderCopies(tx, rows, () => upsertListRows(tx, JSON.stringify(rows), listFacts)),
    );
  }
}

/** Runs `change` and then updates the search index and the copies of these tenders in leads. */
async function withTenderCopies(
  tx: Tx,
  tenders: readonly { code: string }[],
  change: () => Promise<unknown>,
): Promise<void> {
  const codes = valuesOf(tenders, 'code');
  await withSearchIndexUpdate(
    tx,
    { table: 'marketplace_tenders', condition: sql`code in ${codes}` },
    change,
  );
  await copyTenders(tx, sql`leads.tender_id in ${codes}`);
}

const valuesOf = <K extends string>(rows: readonly Record<K, string>[], key: K) =>
  sqlList(rows.map((row) => row[key]));

async function upsertListRows(
  tx: Tx,
  rowsJson: string,
  { day, buyerCode, now }: { day: string; buyerCode?: string | undefined; now: number },
): Promise<void> {
  await tx.run(sql`
    insert into marketplace_tenders
      (code, name, type, state_code, state, closes_at, buyer_code, buyer_name, listed_on, seen_at)
    select r.value->>'code', r.value->>'name', r.value->>'type', r.value->>'stateCode',
      r.value->>'state', r.value->>'closesAt', ${buyerCode ?? null},
      (select name from marketplace_buyers where code = ${buyerCode ?? null}), ${day}, ${now}
    from json_each(${rowsJson}) r
    where true
    on conflict (code) do update set
      name = excluded.name,
      state_code = coalesce(excluded.state_code, state_code),
      state = case when excluded.state_code is null or state_code is excluded.state_code
        then coalesce(state, excluded.state) else excluded.state end,
      closes_at = coalesce(excluded.closes_at, closes_at),
      buyer_code = coalesce(buyer_code, excluded.buyer_code),
      buyer_name = coalesce(buyer_name, excluded.buyer_name),
      listed_on = max(coalesce(listed_on, ''), excluded.listed_on),
      seen_at = excluded.seen_at`);
}

/**
 * Adds a tender with all its details to the search, or updates it. Also stores the RUT of its
 * buyer, and the companies that won. `now` (ms) is when the tender was fetched.
 */
export async function upsertTender(tender: MappedTender, now: number): Promise<void> {
  await getDb().write(async (tx) => {
    await upsertDetail(tx, tender, now);
    await completeBuyer(tx, tender, now);
  });
  await upsertSuppliers(
    tender.suppliers.map((supplier) => ({ ...supplier, code: null })),
    now,
  );
}

async function upsertDetail(tx: Tx, tender: MappedTender, now: number): Promise<void> {
  const values = {
    name: tender.name ?? tender.code,
    type: tender.type ?? typeOfCode(tender.code),
    stateCode: tender.stateCode,
    state: tender.state ?? tenderStates[tender.stateCode ?? -1] ?? null,
    buyerCode: tender.buyerCode,
    buyerName: tender.buyerName,
    unitName: tender.unitName,
    region: tender.region,
    publishedAt: tender.publishedAt,
    closesAt: tender.closesAt,
    amount: tender.amount,
    currency: tender.currency,
    detailedAt: now,
    seenAt: now,
  };
  await withTenderCopies(tx, [tender], async () => {
    await tx
      .insert(marketplaceTenders)
      .values({ ...values, code: tender.code })
      .onConflictDoUpdate({ target: marketplaceTenders.code, set: values });
  });
}

/**
 * Adds the RUT of a buyer, which the catalogue of buyers lacks. The name of the catalogue stays.
 */
async function completeBuyer(tx: Tx, tender: MappedTender, now: number): Promise<void> {
  const { buyerCode: code, buyerName: name, buyerRut: rut } = tender;
  if (!code || !name) return;
  const condition = sql`code = ${code}`;
  await withSearchIndexUpdate(tx, { table: 'marketplace_buyers', condition }, async () => {
    await tx
      .insert(marketplaceBuyers)
      .values({ code, name, rut, seenAt: now })
      .onConflictDoUpdate({
        target: marketplaceBuyers.code,
        set: { rut: sql`coalesce(excluded.rut, rut)`, seenAt: now },
      });
  });
}

/**
 * Adds public buyers to the search, or updates their names. `now`, in ms, is when the catalogue was
 * fetched.
 */
export async function upsertBuyers(buyers: Company[], now: number): Promise<void> {
  const upsert = sql`
    insert into marketplace_buyers (code, name, seen_at)
    select r.value->>'code', r.value->>'name', ${now} from json_each(${JSON.stringify(buyers)}) r
    where true
    on conflict (code) do update set name = excluded.name, seen_at = excluded.seen_at`;
  const condition = sql`code in ${valuesOf(buyers, 'code')}`;
  await getDb().write((tx) =>
    withSearchIndexUpdate(tx, { table: 'marketplace_buyers', condition }, () => tx.run(upsert)),
  );
}

type SeenSupplier = { rut: string; name: string; code: string | null };

/**
 * Adds companies to the search by name, or updates them. Natural persons who sell to the State are
 * left out, because their names are personal data (Ley 21.719).
 */
export async function upsertSuppliers(suppliers: SeenSupplier[], now: number): Promise<void> {
  const companies = suppliers.filter(({ rut }) => isCompanyRut(rut));
  if (companies.length === 0) return;
  const upsert = sql`
    insert into marketplace_suppliers (rut, name, code, seen_at)
    select r.value->>'rut', r.value->>'name', r.value->>'code', ${now}
    from json_each(${JSON.stringify(companies)}) r
    where true
    on conflict (rut) do update set name = excluded.name,
      code = coalesce(excluded.code, code), seen_at = excluded.seen_at`;
  const condition = sql`rut in ${valuesOf(companies, 'rut')}`;
  await getDb().write((tx) =>
    withSearchIndexUpdate(tx, { table: 'marketplace_suppliers', condition }, () => tx.run(upsert)),
  );
}
