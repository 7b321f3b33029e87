import { afterAll, beforeEach, vi } from 'vitest';
import { remoteTimes } from '#lib/platform/db/remote/remote-times.ts';
import { faulty, recordWrites, reportLine } from '#tests/support/faults/ledger.ts';
import { createFaultPlan, type Fault } from '#tests/support/faults/plan.ts';
import { FAULT_HEADER } from '#tests/support/providers/libsql.ts';

/**
 * `npm run test:remote -- --faults` loads this: while a test runs, each request of the product to
 * the database may go wrong (plan.ts), by a seed and the test's name. The product promises that no
 * person notices, or that it reports `unavailable`. So a test may fail only after that report, and
 * each acknowledged write must be found once when its world ends (ledger.ts).
 */
const { TEST_FAULTS: seed = '', TEST_FAULTS_ODDS: odds = '0.02' } = process.env;

/** Time limits of a fifth of sqld's, because the stand-in has such times in this run. */
Object.assign(remoteTimes, { roundTripMs: 2500, turnMs: 5000, retryMs: 4000, outcomeMs: 6000 });

vi.doMock('#lib/platform/db/remote/outage.ts', async (load) => {
  const real = await load<typeof import('#lib/platform/db/remote/outage.ts')>();
  return {
    ...real,
    unavailableError: (cause: unknown) => {
      faulty.refused += 1;
      return real.unavailableError(cause);
    },
  };
});

vi.doMock('#lib/platform/db/remote/remote.ts', async (load) => {
  const { openRemote } = await load<typeof import('#lib/platform/db/remote/remote.ts')>();
  return {
    openRemote: (...args: Parameters<typeof openRemote>) =>
      recordWrites(openRemote(...args), args[0], args[1]),
  };
});

globalThis.fetch = async (response, init) => {
  const server = process.env.TEST_LIBSQL_URL ?? '-';
  if (faulty.plan && response instanceof Request && response.url.startsWith(server)) {
    faulty.counts.requests += 1;
    const fault = faulty.plan();
    // A point of a limit must be counted at least once, so it may be counted twice.
    if (fault && !(doesWork(fault) && (await response.clone().text()).includes('rate_limits'))) {
      faulty.counts.faults[fault.kind] += 1;
      response.headers.set(FAULT_HEADER, JSON.stringify(fault.failure));
    }
  }
  return faulty.untouchedFetch(response, init);
};

const doesWork = ({ kind }: Fault) => kind === 'twice' || kind === 'lost';

beforeEach(({ task, onTestFinished }) => {
  const name = `${task.file.name} › ${task.fullTestName}`;
  const tries = task.result?.retryCount ?? 0;
  faulty.plan = createFaultPlan(`${seed}/${name}/${tries}`, Number(odds));
  onTestFinished(() => {
    faulty.plan = null;
    const { state, errors = [] } = task.result ?? {};
    reportLine({ name, tries, state, refused: faulty.refused, error: errors.at(-1)?.message });
  });
});

afterAll(() => reportLine({ worker: process.pid, counts: faulty.counts }));
