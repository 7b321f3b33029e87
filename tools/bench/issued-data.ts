import type { Client } from '@libsql/client';
import { addDays } from '#lib/platform/chile/calendar.ts';
import { isoDay } from '#lib/platform/chile/format.ts';

/** Number of guarantees per user. Each has a verification code. */
export const GUARANTEES_EACH = 50;

/**
 * Inserts issued guarantees of the accounts `u0` to `u<users>` in turns. They end between a year
 * ago and two years ahead, and every tenth was returned.
 */
export async function fillIssued(client: Client, users: number, each: number): Promise<void> {
  const now = Date.now();
  const first = addDays(isoDay(now), -365);
  await client.executeMultiple(`
    insert into issued_guarantees (id, email, recorded_by, actor, type, instrument, issuer_name,
      issuer_number, issuer_key, holder_name, holder_rut, beneficiary_name, beneficiary_rut, amount,
      currency, valid_from, valid_to, tender_id, sha256, reported, created_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${users * each}),
      of_user as (select i, i % ${users} as u, i / ${users} as nth from n)
      select 'g' || i, 'u' || u || '@andes.cl', 'company', 'u' || u,
        iif(nth % 2, 'cumplimiento', 'seriedad'), 'poliza', 'Aseguradora Andes', 'PZ-' || i,
        'andes|' || i, 'Constructora Andes ' || u || ' SpA', ${rut('10000000 + u')},
        'Municipalidad de Ejemplo', ${rut('60000000 + i % 9000')}, '1500000', 'pesos',
        date('${first}', '-30 days'), date('${first}', '+' || ((nth * ${Math.floor(1095 / each)} + u * 7) % 1095) || ' days'),
        (1000 + i % 9000) || '-' || (i / 9000) || '-LE26', hex(randomblob(32)),
        iif(nth % 10 = 9, 'devuelta', null), ${now}
      from of_user;
    insert into verification_codes (code, guarantee, created_at)
      select printf('%020d', substr(id, 2)), number, ${now} from issued_guarantees;
    pragma wal_checkpoint(truncate);`);
}

/** Returns an SQL expression for a RUT: a number of eight digits with its check digit. */
function rut(body: string): string {
  const weighed = [2, 3, 4, 5, 6, 7, 2, 3].map(
    (by, place) => `(${body}) / 1${'0'.repeat(place)} % 10 * ${by}`,
  );
  return `(${body}) || '-' || substr('0123456789K', (11 - (${weighed.join(' + ')}) % 11) % 11 + 1, 1)`;
}
