import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { nodePath, run } from './prepare.mjs';

/** The headless shell comes first, because it takes half the processor time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Returns the path of Chromium or Chrome, which is installed if needed, or null if that fails. */
export async function findBrowser() {
  return (await present()) ?? ((await install()) ? await present() : null);
}

/** Returns the path of Firefox, for the journey that also runs there, or null. */
export function findFirefox() {
  const named = process.env.FIREFOX_PATH ? [process.env.FIREFOX_PATH] : [];
  const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
  return [...named, ...known].find((path) => existsSync(path)) ?? null;
}

async function present() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  const { chromium } = await import('@playwright/test');
  return [...places, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}

async function install() {
  if (process.getuid?.() === 0 && has('apt-get')) {
    console.log('No Chromium here; installing it with apt-get.');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) => run('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await apt('update');
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if ((await apt('install', '-y', '--no-install-recommends', name)) === 0) return true;
    }
  }
  console.log("No Chromium here; downloading Playwright's.");
  const cli = 'node_modules/playwright/cli.js';
  return (await run(nodePath(), [cli, 'install', 'chromium-headless-shell', 'chromium'])) === 0;
}

function has(program) {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
