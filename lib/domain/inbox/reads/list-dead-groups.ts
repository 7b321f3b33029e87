import { listDead, readTroubles } from '#lib/domain/deliveries/queue.ts';
import { leadRows, listed } from '#lib/domain/inbox/reads/rows.ts';
import { leadIdOfLane } from '#lib/domain/inbox/view.ts';
import { getDb } from '#lib/platform/db/client.ts';

const SHOWN = 10;

/** Dead deliveries by kind and reason, of each the newest ten with whom they are about. */
export async function listDeadGroups() {
  const groups = (await readTroubles()).filter(({ state }) => state === 'dead');
  const newest = await Promise.all(groups.map((group) => listDead(group, SHOWN)));
  const ids = newest.flat().flatMap(({ lane }) => leadIdOfLane(lane) ?? []);
  const leads = await leadRows(getDb().read, listed(ids));
  return groups.map((group, i) => ({
    ...group,
    newest: (newest[i] ?? []).map(({ id, lane, attempts, settledAt }) => {
      const lead = leads.find((row) => row.id === leadIdOfLane(lane));
      return { id, attempts, settledAt, lead: lead ? { id: lead.id, name: lead.name } : null };
    }),
  }));
}
