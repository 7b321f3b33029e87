import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launch, nodePath, prepare, root, run, Stopped } from './prepare.mjs';

/**
 * `npm start` installs and builds what is missing, and serves. `--dev` serves from the sources,
 * `--build` only builds. Variables that are set win over `.env`.
 */
const dev = process.argv.includes('--dev');
const buildOnly = process.argv.includes('--build');

try {
  await prepare({ build: !dev, dev });
  process.exit(buildOnly ? 0 : await serve());
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}

function serve() {
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
  const args = [...launch.flags, ...settings, 'server.ts', ...(dev ? ['--dev'] : [])];
  return run(nodePath(), args, {
    env: {
      ...launch.env,
      ...process.env,
      NODE_ENV: dev ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // A cache of compiled modules, with which a built app starts in about a second.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
    },
  });
}
