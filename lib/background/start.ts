import { closeDb } from '#lib/platform/db/client.ts';
import { onStop } from '#lib/platform/lifecycle.ts';

/** Starts what runs beside the requests; `onStop` ends it. Called once per process. */
export function startBackground(): void {
  onStop(closeDb);
}
