import { copyToVaults } from '#lib/domain/requests/requested-documents/writes/copy-to-vaults.ts';
import { remindOfRequestedDocuments } from '#lib/domain/requests/requested-documents/writes/request-documents.ts';
import { DAY } from '#lib/platform/process/durations.ts';

/** Runs the rounds of requested documents in turn until it is killed, three days from now. */
for (;;) {
  await copyToVaults(Date.now());
  await remindOfRequestedDocuments(Date.now() + 3 * DAY);
}
