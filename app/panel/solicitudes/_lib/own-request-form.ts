import { requestParams } from '#lib/domain/requests/applicant/schema.ts';

export const ownRequestAccess = { auth: 'signedIn', params: requestParams } as const;

export const ownLinksAccess = {
  ...ownRequestAccess,
  limit: { name: 'guarantees/links', points: 60, seconds: 600, per: 'account' },
} as const;

export const ownFilesAccess = {
  ...ownRequestAccess,
  limit: { name: 'requests/own-files', points: 60, seconds: 600, per: 'account' },
} as const;
