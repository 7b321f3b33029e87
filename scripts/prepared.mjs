import { findBrowser } from './browser.mjs';
import { nodePath, prepare, run, Stopped } from './prepare.mjs';

/**
 * `node scripts/prepared.mjs [--browser] file.ts …` installs and builds what is missing and runs a
 * program.
 */
const args = process.argv.slice(2);
const wantsBrowser = args[0] === '--browser';
if (wantsBrowser) args.shift();

try {
  await prepare({ build: true, dev: true });
  const browser = wantsBrowser ? await findBrowser() : null;
  process.exit(
    await run(nodePath(), args, {
      env: { ...process.env, ...(browser && { CHROMIUM_PATH: browser }) },
    }),
  );
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
}
