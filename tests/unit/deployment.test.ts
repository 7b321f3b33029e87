import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '#lib/platform/metrics/prometheus.ts';
import packageJson from '#package.json' with { type: 'json' };
import { launch } from '#scripts/prepare.mjs';

const read = (path: string) => readFileSync(path, 'utf8');
const explained = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map((m) => m[1]);
const documents = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);
// biome-ignore lint/suspicious/noExplicitAny: a file of another tool, looked at by hand
type Yaml = any;

describe('compose.yaml', () => {
  const compose: Yaml = parse(read('compose.yaml'));
  const services: [string, Yaml][] = Object.entries(compose.services);

  test('starts only the app by default, as production, read-only and with a health check', () => {
    const alone = services.filter(([, { profiles }]) => !profiles).map(([name]) => name);
    expect(alone).toEqual(['app']);
    const { app } = compose.services;
    expect(app).toMatchObject({ restart: 'unless-stopped', env_file: '.env', read_only: true });
    expect(app.environment).toMatchObject({
      APP_ENV: 'production',
      DATA_DIR: '/data',
      HOST: '0.0.0.0',
      TRUSTED_PROXIES: `\${TRUSTED_PROXIES:-${compose.networks.default.ipam.config[0].subnet}}`,
    });
    expect(read('Dockerfile')).toMatch(/^ENV .*APP_ENV=production HOST=0\.0\.0\.0/m);
    expect(app.healthcheck.test.map((part: unknown) => typeof part)).toEqual(
      Array(4).fill('string'),
    );
    expect(app.healthcheck.test.at(-1)).toContain('/api/health');
  });

  test('names only services and volumes that it defines, and publishes ports on this machine only', () => {
    for (const [name, service] of services) {
      for (const other of Object.keys(service.depends_on ?? {})) {
        expect(compose.services, name).toHaveProperty(other);
      }
      for (const volume of service.volumes ?? []) {
        expect(compose.volumes, name).toHaveProperty(volume.split(':')[0]);
      }
      for (const port of service.ports ?? []) expect(port, name).toMatch(/^127\.0\.0\.1:/);
    }
  });

  test('contains no secret, and uses only settings that .env.example explains', () => {
    const own = /^(PUBLISHED|SQLD|MINIO)_/;
    const taken = [...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map((m) => m[1] ?? '');
    expect(taken.length).toBeGreaterThan(5);
    expect(taken.filter((name) => !own.test(name) && !explained.includes(name))).toEqual([]);
    const secrets = read('compose.yaml').match(/(PASSWORD|SECRET|TOKEN|KEY)\w*: (?!\$\{).*/g);
    expect(secrets).toBeNull();
  });
});

test.each(['Dockerfile', 'deploy/resguardo.service'])(
  '%s starts the server with the flags and variables of `npm start`',
  (file) => {
    const line = read(file).match(/^(CMD|ExecStart).*server\.ts/m)?.[0];
    for (const flag of launch.flags) expect(line).toContain(flag);
    for (const pair of Object.entries(launch.env)) expect(read(file)).toContain(pair.join('='));
  },
);

describe('the systemd units', () => {
  const units = readdirSync('deploy').filter((name) => /\.(service|timer)$/.test(name));

  test('contain hardening, and the signal and time to stop that the app needs', () => {
    const unit = read('deploy/resguardo.service');
    for (const line of [
      'Environment=APP_ENV=production',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'StateDirectory=resguardo',
      'KillSignal=SIGTERM',
      'TimeoutStopSec=15',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
  });

  test('are valid for systemd, where systemd-analyze is installed', () => {
    expect(units).toHaveLength(3);
    if (spawnSync('systemd-analyze', ['--version']).error) return;
    const folder = mkdtempSync(join(tmpdir(), 'resguardo-units-'));
    // The program itself is not installed here.
    const paths = units.map((name) => {
      const text = read(`deploy/${name}`).replaceAll(
        /\/opt\/resguardo\/node_modules\S+/g,
        '/bin/true',
      );
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    expect(execFileSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })).toBe('');
    rmSync(folder, { recursive: true, force: true });
  });
});

test('the alerts use only metrics that exist', async () => {
  const metrics = createMetrics();
  metrics.countSweep('x', 'ok');
  const { text } = await metrics.render([]);
  const figures = read('lib/domain/metrics/reads.ts');
  const rules: Yaml[] = parse(read('deploy/alerts.yaml')).groups[0].rules;
  const names = rules.flatMap(({ expr }) => expr.match(/\b(resguardo|nodejs|process)_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const plain = name.replace(/_(bucket|count)$/, '');
    expect(text.includes(`# TYPE ${plain} `) || figures.includes(`'${plain}'`), name).toBe(true);
  }
});

describe('the documents', () => {
  test('name only commands and settings that exist', () => {
    const scripts = new Set([...Object.keys(packageJson.scripts), 'ci', 'rebuild']);
    for (const path of documents) {
      const commands = [...read(path).matchAll(/npm run ([a-z:-]+)/g)].map((m) => m[1] ?? '');
      expect(
        commands.filter((name) => !scripts.has(name)),
        path,
      ).toEqual([]);
      const settings = [...read(path).matchAll(/`([A-Z]{2,}(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)];
      const unknown = settings.map((m) => m[1] ?? '').filter((name) => !explained.includes(name));
      expect(
        unknown.filter((name) => !others.has(name)),
        path,
      ).toEqual([]);
    }
  });

  test('link only to files and headings that exist', () => {
    for (const path of documents) {
      const links = [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
      for (const [, link = '', anchor] of links) {
        const target = link ? join(path, '..', link) : path;
        expect(() => readFileSync(target), `${path}: ${link}`).not.toThrow();
        if (anchor) expect(anchorsOf(read(target)), `${path}: ${link}#${anchor}`).toContain(anchor);
      }
    }
  });
});

/** Returns the anchors that GitHub gives to the headings of a document. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Settings that only compose.yaml has. */
const others = new Set([
  ...['SQLD_IMAGE', 'MINIO_IMAGE', 'MINIO_CLIENT_IMAGE'],
  // The rest are codes in the log.
  ...['SQLITE_FULL', 'SQLITE_READONLY', 'DATABASE_GONE'],
  ...['SQLITE_CONSTRAINT', 'SQLITE_BUSY', 'STREAM_EXPIRED'],
  ...['TRANSACTION_TIMEOUT', 'TRANSACTION_BUSY'],
]);
