import { sql } from 'drizzle-orm';
import { countFailuresByReason, listDeadDeliveries } from '#lib/domain/deliveries/reads.ts';
import { type ListedDelivery, recipientText } from '#lib/domain/requests/team/delivery-list.ts';
import { withRecipients } from '#lib/domain/requests/team/reads/delivery-recipients.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';

const MAX_PER_GROUP = 10;

export type GivenUpGroup = Awaited<ReturnType<typeof listGivenUpGroups>>[number];

type Addressee = Pick<ListedDelivery, 'id' | 'recipient' | 'email' | 'leadId'>;

/**
 * Lists the deliveries that were given up, by group: the newest ten of each, with their lead and
 * recipient.
 */
export async function listGivenUpGroups() {
  const groups = (await countFailuresByReason()).filter(({ state }) => state === 'dead');
  const newest = await Promise.all(groups.map((group) => listDeadDeliveries(group, MAX_PER_GROUP)));
  const ids = newest.flat().map(({ id }) => id);
  const addressed = await getDb().read.all<Addressee>(sql`
    select id, recipient, email, lead_id as "leadId"
    from (${withRecipients(sql`deliveries d where d.id in ${sqlList(ids)}`)})`);
  const nobody = { recipient: 'person', email: null, leadId: null } as const;
  return groups.map((group, index) => ({
    ...group,
    newest: (newest[index] ?? []).map(({ partition, ...row }) => {
      const addressee = addressed.find(({ id }) => id === row.id) ?? nobody;
      return {
        ...row,
        leadId: addressee.leadId,
        to: recipientText(addressee),
        /** Whether the mail goes to the e-mail of its lead, which an advisor can correct. */
        isCorrectable: addressee.recipient === 'person' && /^(lead|submission):/.test(partition),
      };
    }),
  }));
}
