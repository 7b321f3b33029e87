import { requestParams } from '#lib/domain/requests/applicant/schema.ts';

/** Access of the forms about the applicant's own requests. */
export const ofOwn = { auth: 'signedIn', params: requestParams } as const;

export const ofLinks = {
  ...ofOwn,
  limit: { name: 'guarantees/links', points: 60, seconds: 600, per: 'account' },
} as const;

export const ofFiles = {
  ...ofOwn,
  limit: { name: 'requests/own-files', points: 60, seconds: 600, per: 'account' },
} as const;
