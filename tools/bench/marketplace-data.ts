import { join } from 'node:path';
import { openDatabase } from '#lib/platform/db/client.ts';
import { migrateDatabase } from '#lib/platform/db/migrate.ts';
import { tenderOf } from '#lib/platform/mercado-publico/mapper.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { recordedAnswer } from '#tests/support/providers/mercado-publico-records.ts';

const words = (
  'servicio adquisición suministro mantención construcción obras caminos hospital escuela ' +
  'materiales oficina aseo vigilancia equipos médicos computacionales insumos reparación ' +
  'vehículos transporte escolar alimentos consultoría diseño pavimento agua potable rural sede ' +
  'social multicancha iluminación pública'
).split(' ');

/** Searches as a person types them, letter by letter. */
export const typed = [
  'servicio transporte escolar',
  'municipalidad de',
  'mantención caminos ru',
  '1234-5',
].flatMap((text) => Array.from(text, (_, i) => text.slice(0, i + 1)));

/**
 * Inserts an invented catalogue and tenders, a cached list of a day, and a current and an old
 * tender.
 */
export async function fillMarketplace(
  dataDir: string,
  size: { tenders: number; buyers: number; listed: number },
): Promise<void> {
  const db = openDatabase(`file:${join(dataDir, 'resguardo.db')}`);
  await migrateDatabase(db.client);
  const now = Date.now();
  const pick = () => words[Math.floor(Math.random() ** 1.5 * words.length)];
  const name = () => `${pick()} de ${pick()} para ${pick()} ${pick()}`;
  const buyers = Array.from({ length: size.buyers }, (_, i) => [
    `${i}`,
    `Municipalidad de ${name()}`,
  ]);
  await db.client.execute({
    sql: `insert into marketplace_buyers (code, name, seen_at)
      select value->>0, value->>1, ${now} from json_each(?)`,
    args: [JSON.stringify(buyers)],
  });
  for (let from = 0; from < size.tenders; from += 5000) {
    const rows = Array.from({ length: 5000 }, (_, i) => {
      const [code, buyer] = buyers[(from + i) % buyers.length] ?? [];
      const type = ['L1', 'LE', 'LP', 'LR'][i % 4];
      return [`${1000 + i}-${from + i}-${type}26`, name(), type, code, buyer, now + i * 20_000];
    });
    await db.client.execute({
      sql: `insert into marketplace_tenders
        (code, name, type, state_code, state, buyer_code, buyer_name, closes_at, seen_at)
        select value->>0, value->>1, value->>2, 5, 'Publicada', value->>3, value->>4, value->>5, ${now}
        from json_each(?)`,
      args: [JSON.stringify(rows)],
    });
  }
  for (const table of ['marketplace_buyers_fts', 'marketplace_tenders_fts']) {
    await db.client.execute(`insert into ${table} (${table}) values ('rebuild')`);
  }
  const listed = Array.from({ length: size.listed }, (_, i) => ({
    code: `${1000 + i}-${i}-LE26`,
    name: name(),
    stateCode: 5,
    closesAt: now + i * 20_000,
  }));
  const keep = async (key: string, value: unknown, expiresAt: number) =>
    db.client.execute({
      sql: 'insert into marketplace_answers values (?, ?, ?, ?)',
      args: [`1:${key}`, JSON.stringify(value), now, expiresAt],
    });
  const recorded = (file: string) => tenderOf(recordedAnswer(file).Listado[0] ?? {});
  await keep('tenders:2017-03-13::', listed, now + DAY);
  await keep('tender:4809-45-LE26', recorded('lic-4809-45-le26.json'), now + DAY);
  await keep('tender:2678-1-LR25', recorded('lic-2678-1-lr25.trimmed.json'), now - DAY);
  await db.close();
}
