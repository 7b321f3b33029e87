import { watchTenders } from '#lib/domain/tenders/writes/watch.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';
import { withLease } from '#lib/platform/process/leases.ts';

/** An instance that looks at the tenders once, under the lease unless `LEASE` is off. */
setCallTimes({ gapMs: 0 });
if (process.env.LEASE === 'off') await watchTenders();
else await withLease({ name: 'tenders', ms: 300_000 }, () => watchTenders());
await closeDb();
