import { expect, test } from 'vitest';
import { startApp } from '#tests/support/app-process.ts';
import { residentMib } from '#tools/bench/process-cost.ts';

/** By `/proc`: elsewhere there is nothing to ask. */
test.runIf(process.platform === 'linux')(
  'a server that is asked for nothing takes at most 150 MiB, also at its first start',
  async () => {
    const app = await startApp({
      variables: { NODE_COMPILE_CACHE: undefined, NODE_OPTIONS: undefined },
    });
    await expect.poll(() => residentMib(app.pid())).toBeLessThanOrEqual(150);
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
  },
);
