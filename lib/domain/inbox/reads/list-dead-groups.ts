import { listDead, readTroubles } from '#lib/domain/deliveries/reads.ts';
import { leadIdOfLane } from '#lib/domain/inbox/view.ts';

const SHOWN = 10;

/** The newest ten of each, with the lead's number alone: its person would be an audited look. */
export async function listDeadGroups() {
  const groups = (await readTroubles()).filter(({ state }) => state === 'dead');
  const newest = await Promise.all(groups.map((group) => listDead(group, SHOWN)));
  return groups.map((group, i) => ({
    ...group,
    newest: (newest[i] ?? []).map(({ lane, ...row }) => ({ ...row, leadId: leadIdOfLane(lane) })),
  }));
}
