import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseEnv as readEnvFile } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { missingSettings, parseEnv } from '#lib/platform/config/env.ts';
import packageJson from '#package.json' with { type: 'json' };
import { swapIn } from '#scripts/backup/swap.ts';

const runbook = ['docs/operations.md', 'docs/try.md']
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
/** Lines that a backslash continues are joined, and `<time>` stands for a word. */
const filled = (text: string) => text.replace(/ *\\\n\s*/g, ' ').replace(/<[a-z][^>\n]*>/g, 'WORD');
const blocks = [...runbook.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, text = '']) =>
  text.replace(/^ {3}/gm, ''),
);
const settings = blocks.filter((block) => /^[A-Z_]+=/.test(block));
const commands = blocks.filter((block) => !settings.includes(block)).map(filled);
const spans = [...runbook.replace(/^ *```.*?^ *```/gms, '').matchAll(/`([^`]+)`/g)].map(
  ([, text = '']) => filled(text.replace(/\s+/g, ' ')),
);
const folder = mkdtempSync(join(tmpdir(), 'resguardo-runbook-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns `[script, arguments]` of each call, by npm or by the Node of a container. */
function callsOf(text: string): [string, string[]][] {
  const byNpm = [...text.matchAll(/npm run ([a-z:-]+)(?: -- ([^#;&`\n)]+))?/g)].map(
    ([, name = '', input = '']): [string, string] => {
      const script = (packageJson.scripts as Record<string, string>)[name] ?? '';
      return [script.match(/(?:scripts|tools)\/\S+\.(?:ts|mjs)(?= *$)/)?.[0] ?? name, input];
    },
  );
  const byNode = [...text.matchAll(/ node (scripts\/(?!WORD)\S+\.ts)([^#;&`\n]*)/g)].map(
    ([, script = '', input = '']): [string, string] => [script, input],
  );
  return [...byNpm, ...byNode].map(([script, input]) => [
    script,
    input.split(/\s+/).filter(Boolean),
  ]);
}

describe('the commands of the runbook', () => {
  test('call scripts that exist, with options and verbs that those know', () => {
    const calls = [...commands, ...spans].flatMap(callsOf);
    expect(calls.length).toBeGreaterThan(40);
    for (const [script, input] of calls) {
      if (!script.includes('/')) {
        expect(packageJson.scripts, script).toHaveProperty(script);
        continue;
      }
      const source = readFileSync(script, 'utf8');
      for (const option of input.filter((word) => word.startsWith('--'))) {
        expect(source, `${script} ${option}`).toContain(option.slice(2));
      }
      if (script === 'scripts/admin.ts') expect(source).toContain(`'${input[0]}'`);
    }
  });

  test('name files of the checkout that exist', () => {
    const named = [...commands, ...spans].flatMap(
      (text) => text.match(/\b(?:deploy|scripts|tools|docs)\/(?!WORD)[\w.-]+\.\w+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('are valid bash', () => {
    for (const block of commands) execFileSync('bash', ['-n'], { input: block });
    expect(commands.length).toBeGreaterThan(15);
  });

  test('make backups and restores as the service only in its backup folder', () => {
    const asService = commands.flatMap((block) => block.match(/sudo -u resguardo .*/g) ?? []);
    expect(asService.length).toBeGreaterThan(5);
    const backups = asService.filter((line) => /npm run (backup|restore)/.test(line));
    for (const line of backups) expect(line).toContain(' -- /var/backups/resguardo');
  });
});

test('the production settings of the runbook start the app, and none is missing', () => {
  const input = settings[0]?.replaceAll('…', 'x'.repeat(32)) ?? '';
  const env = parseEnv(readEnvFile(input) as Record<string, string>);
  expect(missingSettings(env)).toEqual([]);
  expect(env).toMatchObject({ isProduction: true, mail: { internalTo: 'asesores@example.cl' } });
});

describe('the SQL of the runbook', () => {
  const path = join(folder, 'resguardo.db');
  const schema = () => {
    const db = new DatabaseSync(path);
    db.exec(readFileSync('docs/schema.sql', 'utf8'));
    return db;
  };

  test('fits the schema, for sqlite3 and for the Node of a container', () => {
    const db = schema();
    const bySqlite = commands.flatMap((block) =>
      [...block.matchAll(/sqlite3 \S+ (["'])(.*?)\1$/gm)].map(([, , sql = '']) => sql),
    );
    expect(bySqlite).toHaveLength(2);
    for (const sql of bySqlite) expect(() => db.prepare(sql).all(), sql).not.toThrow();
    db.close();
    const byNode = [...commands, ...spans].flatMap((text) => [
      ...text.matchAll(/node -e '([^']+)'(?: \S+ "(.+)")?/g),
    ]);
    expect(byNode).toHaveLength(2);
    for (const [, code = '', sql = ''] of byNode) {
      const program = code.replace('/data/resguardo.db', path);
      execFileSync(process.execPath, ['-e', program, path, sql], { stdio: 'pipe' });
    }
  });
});

test('the commands that undo a restore put database, companions, files and secret back in place', async () => {
  const data = join(folder, 'data');
  const before = ['resguardo.db', 'resguardo.db-wal', 'resguardo.db-shm', 'app-secret', 'files/a'];
  mkdirSync(join(data, 'files'), { recursive: true });
  for (const name of before) writeFileSync(join(data, name), 'before');
  const prepared = ['files', 'app-secret', 'resguardo.db'].map((name) => ({
    from: join(data, `${name}.restoring`),
    to: join(data, name),
  }));
  mkdirSync(join(data, 'files.restoring'));
  for (const name of ['files.restoring/b', 'app-secret.restoring', 'resguardo.db.restoring']) {
    writeFileSync(join(data, name), 'restored');
  }
  const [aside = ''] = await swapIn(prepared);
  writeFileSync(join(data, 'resguardo.db-wal'), 'of the restored one');
  const script = commands
    .find((block) => block.includes('for kept in'))
    ?.replace(/^systemctl .*$/gm, '')
    .replace('cd /var/lib/resguardo', `cd '${data}'`)
    .replace(/^time=.*$/m, `time=${aside.split('.before-restore-')[1]}`);
  execFileSync('bash', ['-e', '-c', script ?? 'exit 1']);
  for (const name of before) expect(readFileSync(join(data, name), 'utf8'), name).toBe('before');
  expect(readdirSync(join(data, 'files'))).toEqual(['a']);
  const left = readdirSync(data).filter((name) => name.startsWith('restored-'));
  expect(readdirSync(join(data, left[0] ?? '')).sort()).toEqual([
    ...['app-secret', 'files', 'resguardo.db', 'resguardo.db-wal'],
  ]);
  expect(readdirSync(data)).toHaveLength(6);
});
