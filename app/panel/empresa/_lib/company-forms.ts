/** Access of the forms about a company, most of which are for its owners. */
export const companyOwnerAccess = {
  auth: 'signedIn',
  actsFor: 'owner',
  limit: { name: 'company', points: 120, seconds: 600, per: 'account' },
} as const;

export const companyPersonAccess = { ...companyOwnerAccess, actsFor: 'person' } as const;

export const companyInviteAccess = {
  ...companyOwnerAccess,
  sudo: true,
  limit: { name: 'company/invite', points: 60, seconds: 3600, per: 'account' },
} as const;
