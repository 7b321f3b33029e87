import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getEnv, parseEnv } from '#lib/platform/config/env.ts';
import { makeFilesPrivate } from '#lib/platform/security/private-files.ts';
import { createWorld, type World } from '#tests/support/world.ts';

let world: World;

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('files that an earlier version left open are made private, and none gains a right', async () => {
  world = createWorld();
  const at = (name: string) => join(world.dataDir, name);
  const modes: Record<string, [before: number, after: string]> = {
    'resguardo.db': [0o644, '600'],
    'resguardo.db-wal': [0o664, '600'],
    'resguardo.db-shm': [0o444, '400'],
    'resguardo.db.expected': [0o600, '600'],
    'app-secret': [0o640, '600'],
    files: [0o755, '700'],
    mailbox: [0o777, '700'],
    'another file': [0o644, '644'],
  };
  for (const [name, [before]] of Object.entries(modes)) {
    if (/^(files|mailbox)$/.test(name)) mkdirSync(at(name));
    else writeFileSync(at(name), '', { flag: 'a' });
    chmodSync(at(name), before);
  }
  await makeFilesPrivate(getEnv());
  for (const [name, [, after]] of Object.entries(modes)) expect(modeOf(at(name)), name).toBe(after);
});

test('a database elsewhere is made private as well, and one behind a server is skipped', async () => {
  world = createWorld();
  const path = join(world.dataDir, 'otra.db');
  writeFileSync(path, '', { mode: 0o666 });
  chmodSync(path, 0o666);
  const env = { DATA_DIR: join(world.dataDir, 'nothing'), APP_SECRET: 'x'.repeat(40) };
  await makeFilesPrivate(parseEnv({ ...env, DATABASE_URL: `file:${path}` }));
  expect(modeOf(path)).toBe('600');
  await makeFilesPrivate(parseEnv({ ...env, DATABASE_URL: 'http://127.0.0.1:1' }));
});
