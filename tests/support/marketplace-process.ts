import { checkTenderCode } from '#lib/domain/marketplace/reads/check-code.ts';
import { closeDb } from '#lib/platform/db/client.ts';
import { setCallTimes } from '#lib/platform/mercado-publico/timing.ts';

/**
 * An instance that checks all tenders in `IDS` at once, with the pauses in `TIMING`, and prints the
 * result of each: another process on the same database.
 */
setCallTimes(JSON.parse(process.env.TIMING ?? '{}'));
const ids: string[] = JSON.parse(process.env.IDS ?? '[]');
const checks = await Promise.all(ids.map((id) => checkTenderCode(id)));
console.log(JSON.stringify(checks.map(({ source }) => source)));
await closeDb();
