import { countFailuresByReason, listDeadDeliveries } from '#lib/domain/deliveries/reads.ts';

const MAX_PER_GROUP = 10;

export type GivenUpGroup = Awaited<ReturnType<typeof listGivenUpGroups>>[number];

/**
 * Lists the deliveries that were given up, by group: the newest ten of each, with the number of
 * their lead. Names are left out, because showing them would have to be audited.
 */
export async function listGivenUpGroups() {
  const groups = (await countFailuresByReason()).filter(({ state }) => state === 'dead');
  const newest = await Promise.all(groups.map((group) => listDeadDeliveries(group, MAX_PER_GROUP)));
  return groups.map((group, index) => ({
    ...group,
    newest: (newest[index] ?? []).map(({ partition, ...row }) => ({
      ...row,
      leadId: leadIdOf(partition),
    })),
  }));
}

/**
 * Returns the lead of a queue partition (`lead:12/mail`), or null if the partition is not a lead's.
 */
function leadIdOf(partition: string): number | null {
  const [, id] = /^lead:(\d{1,15})\//.exec(partition) ?? [];
  return id ? Number(id) : null;
}
