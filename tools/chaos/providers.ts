import type { Client } from '@libsql/client';
import type { Providers } from '#tools/chaos/chaos.ts';

/** Returns where the providers have more, less or something else than the database. */
export async function faultsOfProviders(
  db: Client,
  { resend, hubspot, webpay }: Providers,
): Promise<string[]> {
  const faults: string[] = [];
  const same = (subject: string, theirs: unknown, ours: unknown) => {
    if (theirs !== ours) faults.push(`${subject}: ${theirs} there, ${ours} here`);
  };
  const count = async (sql: string) => Number((await db.execute(sql)).rows[0]?.n);

  same(
    'waiting or dead',
    0,
    await count("select count(*) as n from deliveries where state <> 'sent'"),
  );
  const keys = resend.received.map(({ key }) => key);
  same('mails sent twice', 0, keys.length - new Set(keys).size);
  // A mail that has nothing to report any more is not sent.
  const mails = await count("select count(*) as n from deliveries where channel = 'mail'");
  if (keys.length > mails || keys.length < mails * 0.5) same('mails', keys.length, mails);
  const requests = await count('select count(*) as n from submissions');
  same('deals', hubspot.deals.length, requests);
  const people = await count('select count(distinct email) as n from leads');
  same('contacts', hubspot.contacts.length, people);

  const { rows } = await db.execute('select buy_order, state, refunded_amount from payments');
  const ours = new Map(rows.map((row) => [String(row.buy_order), row]));
  for (const { buy_order, status, charges, refunded } of webpay.transactions.values()) {
    const row = ours.get(buy_order);
    const isCharged = row?.state === 'authorized' || row?.state === 'refunded';
    same(`charges of ${buy_order} (${status}, ${row?.state})`, charges, isCharged ? 1 : 0);
    same(`refunds of ${buy_order}`, refunded, Number(row?.refunded_amount));
  }
  same(
    'payments still open',
    0,
    await count("select count(*) as n from payments where state in ('created', 'pending')"),
  );
  return faults;
}
