import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clientFiles } from '#tests/architecture/client-files.ts';
import { productSources, projectRoot, type Source } from '#tests/support/source-files.ts';

/** Each domain module may import those before it. */
const nouns = [
  'territory',
  'law',
  'privacy',
  'webhooks',
  'deliveries',
  'audit',
  'links',
  'ownership',
  'accounts',
  'uploads',
  'requests/leads',
  'marketplace',
  'bookings',
  'requests/submissions',
  'factors',
  'documents',
  'drafts',
  'share-links',
  'payments',
  'requests/team',
  'requests/conditions',
  'requests/requested-documents',
  'issued-guarantees',
  'tenders',
  'alerts',
  'requests/applicant',
  'dashboard',
  'erasure',
  'audit-trail',
  'crm',
  'personal-data',
  'health',
  'metrics',
];

/** Each layer may import these of ours: the arrows of docs/architecture.md. */
const layers: Record<string, RegExp> = {
  app: /^(app|components|lib)\//,
  components:
    /^components\/|^lib\/domain\/(requests\/)?[a-z-]+\/(companies\/)?([a-z]+-)?(schema|rules|steps|fields|field-types|copy|view)\.ts$/,
  'lib/background': /^lib\/(background|domain|platform)\//,
  'lib/http': /^lib\/(http|domain|platform)\/|^package\.json$/,
  'lib/domain': /^lib\/(domain|platform)\/|^package\.json$/,
  // Tables name the types of their JSON, and import nothing else of the domain modules.
  'lib/platform/db/schema':
    /^lib\/platform\/|^lib\/domain\/(requests\/)?[a-z-]+\/([a-z]+-)?(schema|rules|view)\.ts$/,
  'lib/platform': /^lib\/platform\//,
};

/** Platform modules without side effects, which components may use as well. */
const purePlatform = [
  'chile/amounts',
  'chile/dates',
  'chile/format',
  'chile/names',
  'chile/rut',
  'chile/percentages',
  'config/brand',
  'mail/email-typos',
  'operations/errors',
  'operations/field-name',
  'operations/holder-field',
  'operations/listing',
  'operations/plain-text',
  'db/schema/request-states',
  'process/durations',
  'storage/inspection/accepted',
  'storage/inspection/digitized-paper',
].map((name) => `lib/platform/${name}.ts`);

/** Packages by layer: vendors stop at the platform, HTTP at lib/http, Next at app. */
const packages: Record<string, RegExp> = {
  app: /^(next(\/.*)?|react|zod|\.\/globals\.css)$/,
  components: /^(react|next\/dynamic|next\/navigation|@simplewebauthn\/browser|pdfjs-dist)$/,
  'lib/background': /^drizzle-orm$/,
  'lib/http': /^(zod|zod-openapi|cookie|@fastify\/busboy|node:.*)$/,
  'lib/domain': /^(zod|drizzle-orm|node:.*)$/,
  'lib/platform/db/schema': /^drizzle-orm(\/sqlite-core)?$/,
  'lib/platform': anyOf([
    'zod',
    'drizzle-orm(/.*)?',
    '@libsql/client',
    'libsql(/promise)?',
    '@aws-sdk/.*',
    'resend',
    'transbank-sdk',
    'arctic|jose',
    'pino|prom-client',
    '@sentry/nextjs',
    'pdfkit|@cantoo/pdf-lib|unpdf|image-size',
    'uqr|otpauth|@simplewebauthn/server',
    'saxes|yauzl|cfb|image-size',
    'content-disposition|yazl|csv-stringify(/sync)?',
    'node-html-parser',
    'ical-generator',
    '@node-rs/argon2',
    '@zxcvbn-ts/language-common',
    'node:.*',
  ]),
};

function anyOf(names: string[]): RegExp {
  return new RegExp(`^(${names.join('|')})$`);
}

const sources = productSources();
const byPath = new Map(sources.map((source) => [source.path, source]));
const layerOf = (path: string) => Object.keys(layers).find((layer) => path.startsWith(`${layer}/`));
const nounOf = (path: string) => /^lib\/domain\/((?:requests\/)?[^/]+)\//.exec(path)?.[1];

describe('imports', () => {
  test('are found by these tests, and lead to files that exist', () => {
    const all = sources.flatMap(({ imports }) => imports);
    expect(all.length).toBeGreaterThan(200);
    for (const target of all) expect(existsSync(projectRoot + target), target).toBe(true);
  });

  test('go in one direction: app → lib/http|background → lib/domain → lib/platform', () => {
    const against = sources.flatMap(({ path, imports }) => {
      const layer = layerOf(path);
      const allowed = layers[layer ?? ''];
      return imports
        .filter((target) => !allowed?.test(target))
        .filter((target) => layer !== 'components' || !purePlatform.includes(target))
        .map((target) => `${path} → ${target}`);
    });
    expect(against).toEqual([]);
  });

  test('of domain modules by tables are type imports', () => {
    const tables = sources.filter(({ path }) => layerOf(path) === 'lib/platform/db/schema');
    const names = tables.flatMap(({ text }) => text.match(/^import .*#lib\/domain.*/gm) ?? []);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((line) => !line.startsWith('import type '))).toEqual([]);
  });

  test('of packages stay in the layer that may use them', () => {
    const strangers = sources.flatMap(({ path, others }) =>
      others
        .filter((name) => !packages[layerOf(path) ?? '']?.test(name))
        .map((name) => `${path} → ${name}`),
    );
    expect(strangers).toEqual([]);
  });

  test('of route files lead to no JSX and no Next module, because routes run from the sources', () => {
    const routes = sources.filter(({ path }) => path.endsWith('/route.ts'));
    expect(routes.length).toBeGreaterThan(10);
    const needed = new Set(routes);
    for (const { imports } of needed) {
      for (const path of imports.filter((name) => /\.tsx?$/.test(name))) needed.add(sourceOf(path));
    }
    const bound = [...needed].flatMap(({ path, others }) =>
      [path, ...others].filter((name) => /\.tsx$|^(next|react)\b/.test(name)),
    );
    expect(bound).toEqual([]);
  });

  test('among domain modules follow the order of the list', () => {
    const found = new Set(sources.map(({ path }) => nounOf(path)).filter(Boolean));
    expect([...found].sort()).toEqual([...nouns].sort());
    const against = sources.flatMap(({ path, imports }) => {
      const own = nouns.indexOf(nounOf(path) ?? '');
      if (own < 0) return [];
      return imports
        .filter((target) => nouns.indexOf(nounOf(target) ?? '') > own)
        .map((target) => `${path} → ${target}`);
    });
    expect(against).toEqual([]);
  });

  test('form no cycle', () => {
    expect(findCircle(sources)).toBeNull();
    const [a, b] = ['a.ts', 'b.ts'].map((path) => ({
      path,
      text: '',
      imports: ['b.ts'],
      others: [],
    }));
    expect(findCircle([a as Source, { ...(b as Source), imports: ['a.ts'] }])).toEqual([
      'a.ts',
      'b.ts',
      'a.ts',
    ]);
  });

  test('of product code never lead to tests, tools or outside of the project', () => {
    const strays = sources.flatMap(({ path, imports, others }) =>
      [...imports, ...others]
        .filter((name) => /^(tests|tools)\/|^\.\.|shared\//.test(name))
        .map((name) => `${path} → ${name}`),
    );
    expect(strays).toEqual([]);
  });

  test('of browser code reach no server module', () => {
    const entries = sources.filter(({ text }) => /^'use client';/m.test(text));
    expect(entries.map(({ path }) => path)).toEqual(clientFiles);
    const seen = new Set<string>();
    const visit = (path: string) => {
      const source = byPath.get(path);
      if (!source || seen.has(path)) return;
      seen.add(path);
      source.imports.forEach(visit);
    };
    for (const { path } of entries) visit(path);
    const serverOnly = [...seen].filter(
      (path) =>
        /lib\/platform\/(config\/env|process\/(log|singleton)|db|security)|domain\/(requests\/)?[\w-]+\/(reads|writes|operations)\b/.test(
          path,
        ) || byPath.get(path)?.others.some((name) => name.startsWith('node:')),
    );
    expect(serverOnly).toEqual([]);
    expect(seen.size).toBeGreaterThan(4);
  });
});

/** Returns the first import cycle as a list of paths, or null. */
function findCircle(graph: Source[]): string[] | null {
  const nodes = new Map(graph.map((source) => [source.path, source]));
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const target of nodes.get(path)?.imports ?? []) {
      const circle = visit(target, [...trail, path]);
      if (circle) return circle;
    }
    done.add(path);
    return null;
  };
  return graph.map(({ path }) => visit(path, [])).find(Boolean) ?? null;
}

function sourceOf(path: string): Source {
  const source = byPath.get(path);
  if (source) return source;
  throw new Error(`${path} is not there`);
}
