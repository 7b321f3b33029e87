import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';

test('pages that a browser opens are counted, and written before the app stops', async () => {
  const app = await startApp({ until: 'healthy' });
  const navigate = { 'sec-fetch-mode': 'navigate' };
  // Node's fetch says itself how it comes.
  const open = async (headers: Record<string, string>, query = '') => {
    const request = get(`${app.url}/gestiona-tu-garantia/tipo${query}`, { headers });
    const [reply] = await once(request, 'response');
    await text(reply);
  };
  await open(navigate);
  await open(navigate);
  await open(navigate, '?aviso=revisa');
  await open({});
  await app.stop();
  const database = createClient({ url: `file:${join(app.dataDir, 'resguardo.db')}` });
  const { rows } = await database.execute('select page, total from page_counts');
  database.close();
  expect(rows.map(({ page, total }) => [page, total])).toEqual([['tipo', 2]]);
  await app.close();
});
