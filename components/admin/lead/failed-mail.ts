import { isReturned } from '#lib/domain/deliveries/arrival-rules.ts';
import { leadIssuedPartition, leadMailPartition } from '#lib/domain/requests/leads/rules.ts';
import type { Lead } from '#lib/domain/requests/team/view.ts';

type Delivery = Lead['deliveries'][number];

/** Returns the newest mail to the applicant's present e-mail that bounced or could not be sent. */
export function findFailedMail(lead: Lead): Delivery | undefined {
  return mailsTo(lead).find(hasFailed);
}

/** Returns whether the newest mail to the applicant itself bounced or could not be sent. */
export function hasNewestFailed(lead: Lead): boolean {
  const [newest] = mailsTo(lead);
  return newest !== undefined && hasFailed(newest);
}

const hasFailed = (mail: Delivery) => mail.state === 'dead' || isReturned(mail);

/** Deliveries are listed newest first. */
function mailsTo(lead: Lead): Delivery[] {
  const partitions = [leadMailPartition(lead.id), leadIssuedPartition(lead.id)];
  return lead.deliveries.filter(
    (mail) => partitions.includes(mail.partition) && (mail.sentTo ?? lead.email) === lead.email,
  );
}
