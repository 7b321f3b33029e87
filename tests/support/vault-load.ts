import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createClient } from '@libsql/client';
import { expect } from 'vitest';
import { getStorage } from '#lib/platform/storage/client.ts';
import { samples } from '#tests/support/sample-files.ts';

type Where = { url: string; cookie: string };
type Kept = { id: string; category: string; name: string; key: string };

/**
 * Uses the vault of one account until its server or the store dies. From the acknowledged acts it
 * knows which documents must be there, which must not, and which may.
 */
export function createVaultLoad(dataDir: string) {
  const there = new Map<string, string>();
  const ended = new Set<string>();
  const busy = new Set<string>();
  let next = 1;
  let acknowledged = 0;

  async function upload(where: Where, category: string, replaces?: string): Promise<void> {
    const n = next++;
    const form = new FormData();
    form.set('category', category);
    if (replaces) form.set('replaces', replaces);
    form.set('file', new File([new Uint8Array(contentOf(n))], `${n}.pdf`));
    const { data } = await post(where, 'upload', form);
    there.set(data.id, category);
  }

  /** Takes a step. Only client 0 replaces the e-RUT, so it is known which one came last. */
  async function step(where: Where, partition: number): Promise<void> {
    const free = [...there].filter(([id, category]) => category === 'contrato' && !busy.has(id));
    const [victim] = free[Math.floor(Math.random() * free.length)] ?? [];
    const dice = there.size > 40 ? 0.99 : Math.random();
    if (partition === 0 && dice < 0.6) {
      const old = [...there].find(([, category]) => category === 'e_rut')?.[0];
      return ending(old, () => upload(where, 'e_rut'));
    }
    if (!victim || dice < 0.5) return upload(where, 'contrato');
    if (dice < 0.75) return ending(victim, () => upload(where, 'contrato', victim));
    const body = JSON.stringify({ category: 'contrato', documentId: victim });
    return ending(victim, () => post(where, 'delete', body));
  }

  async function ending(id: string | undefined, work: () => Promise<unknown>): Promise<void> {
    if (id) busy.add(id);
    await work();
    if (!id) return;
    there.delete(id);
    ended.add(id);
    busy.delete(id);
  }

  async function post(where: Where, verb: string, body: FormData | string) {
    const headers = {
      cookie: where.cookie,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const response = await fetch(`${where.url}/api/documents/${verb}`, {
      method: 'POST',
      headers,
      body,
    });
    const json = await response.json();
    if (json.error === 'unavailable') throw new StoreGone();
    expect(json).toMatchObject({ success: true });
    acknowledged += 1;
    return json;
  }

  return {
    acknowledged: () => acknowledged,
    /** Runs four at a time until the server, or the store behind it, is gone. */
    run: async (where: Where): Promise<void> => {
      const partition = async (n: number) => {
        for (;;) await step(where, n);
      };
      const partitions = await Promise.allSettled([0, 1, 2, 3].map(partition));
      for (const { status, ...rest } of partitions) {
        const reason = 'reason' in rest ? rest.reason : undefined;
        // A broken connection is intended here, and a wrong answer is a failure.
        if (reason instanceof TypeError || reason instanceof StoreGone) continue;
        if (status === 'rejected') throw reason;
      }
    },
    /**
     * Expects that no acknowledged document is lost, doubled or incomplete. Unacknowledged ones may
     * be there or not. Returns the keys of stored objects, also of former versions.
     */
    check: async (): Promise<string[]> => {
      const storedRows = await rowsIn(dataDir, 'kept');
      const ids = new Set(storedRows.map(({ id }) => id));
      for (const id of there.keys())
        if (!busy.has(id)) expect(ids.has(id), `lost: ${id}`).toBe(true);
      for (const id of ended) expect(ids.has(id), `came back: ${id}`).toBe(false);
      expect(new Set(storedRows.map(({ name }) => name)).size).toBe(storedRows.length);
      const stored = [...storedRows, ...(await rowsIn(dataDir, 'former'))];
      for (const { key, name } of stored) {
        const stream = await getStorage().read(key);
        const whole = contentOf(Number.parseInt(name, 10));
        expect(stream && (await buffer(stream)).equals(whole), `changed: ${name}`).toBe(true);
      }
      expect(storedRows.filter(({ category }) => category === 'e_rut').length).toBeLessThanOrEqual(
        1,
      );
      there.clear();
      for (const { id, category } of storedRows) there.set(id, category);
      busy.clear();
      return stored.map(({ key }) => key);
    },
  };
}

class StoreGone extends Error {}

/** Makes a PDF whose every byte follows from its number. */
function contentOf(n: number): Buffer {
  return Buffer.concat([samples.pdf, Buffer.alloc(((n % 7) + 1) * 16_384, `${n},`)]);
}

async function rowsIn(dataDir: string, state: 'kept' | 'former'): Promise<Kept[]> {
  const db = createClient({ url: `file:${join(dataDir, 'resguardo.db')}` });
  const { rows } = await db.execute({
    sql: 'select id, category, file_name as name, object_key as key from documents where state = ?',
    args: [state],
  });
  db.close();
  return rows.map(({ id, category, name, key }) => ({
    id: String(id),
    category: String(category),
    name: String(name),
    key: String(key),
  }));
}
