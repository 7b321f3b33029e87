import { listDead, readTroubles } from '#lib/domain/deliveries/queue.ts';
import { leadIdOfLane } from '#lib/domain/inbox/view.ts';

const SHOWN = 10;

/**
 * Dead deliveries by kind and reason, of each the newest ten with the lead that they are about:
 * its number alone, as to see whose it is is a look that the trail records.
 */
export async function listDeadGroups() {
  const groups = (await readTroubles()).filter(({ state }) => state === 'dead');
  const newest = await Promise.all(groups.map((group) => listDead(group, SHOWN)));
  return groups.map((group, i) => ({
    ...group,
    newest: (newest[i] ?? []).map(({ lane, ...row }) => ({ ...row, leadId: leadIdOfLane(lane) })),
  }));
}
