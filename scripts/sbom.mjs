import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAllowed, licenseOf } from './licences.mjs';
import { npm } from './npm.mjs';
import { root } from './prepare.mjs';

/**
 * `npm run sbom [-- <file>]` writes the production dependencies as CycloneDX to `sbom.cdx.json`. It
 * fails if a package has no licence, or one that `licences.mjs` does not allow.
 */
const { version, name } = read('package.json');

/** Licences of packages whose package.json names no SPDX licence, as their LICENSE files state. */
const unnamed = { 'png-js@2.0.0': 'MIT', 'sentry@0.44.1': 'FSL-1.1-Apache-2.0' };

/** Packages with Node for each platform, of which one is installed. */
const nodeOfPlatform = /^node_modules\/node-(bin|linux|darwin|win)-?/;

const { code, out, err } = await listProduction();
if (code !== 0) {
  console.error(err);
  process.exit(1);
}
const sbom = JSON.parse(out);
// npm would name the component after the folder.
sbom.metadata.component = { ...sbom.metadata.component, type: 'application', name, version };
for (const component of sbom.components) {
  const known = unnamed[`${component.name}@${component.version}`];
  if (known && !component.licenses?.length) component.licenses = [{ license: { id: known } }];
}
const file = process.argv[2] ?? join(root, 'sbom.cdx.json');
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);

const refused = sbom.components.filter((component) => !isAllowed(component));
for (const component of refused) {
  console.error(`${component.name}@${component.version}: ${licenseOf(component) ?? 'no licence'}`);
}
console.log(
  `SBOM: ${sbom.components.length} packages, ${refused.length} with a licence to decide on.`,
);
process.exitCode = refused.length > 0 ? 1 : 0;

/**
 * Runs `npm sbom` on a lock file that lists only production packages. With `--omit=dev` npm 11
 * would also omit packages that development uses too, such as zod.
 */
async function listProduction() {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-sbom-'));
  const write = (path, content) => writeFileSync(join(folder, path), JSON.stringify(content));
  try {
    const { devDependencies, ...manifest } = read('package.json');
    const lock = read('package-lock.json');
    const installed = read('node_modules/.package-lock.json').packages;
    const { devDependencies: _, ...top } = lock.packages[''];
    const packages = Object.entries(lock.packages).filter(
      ([path, { dev }]) => !dev && (installed[path] || nodeOfPlatform.test(path)),
    );
    write('package.json', manifest);
    write('package-lock.json', {
      ...lock,
      packages: { '': top, ...Object.fromEntries(packages) },
    });
    return await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
