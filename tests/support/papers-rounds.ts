import { fileRequested } from '#lib/domain/requests/requested-documents/file-documents.ts';
import { remindOfRequested } from '#lib/domain/requests/requested-documents/writes.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** Runs the rounds of requested documents in turn until it is killed, three days from now. */
for (;;) {
  await fileRequested(Date.now());
  await remindOfRequested(Date.now() + 3 * DAY);
}
