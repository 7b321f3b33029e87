/** Access of the forms about a company, most of which are for its owners. */
export const ofOwner = {
  auth: 'signedIn',
  actsFor: 'owner',
  limit: { name: 'company', points: 120, seconds: 600, per: 'account' },
} as const;

export const ofPerson = { ...ofOwner, actsFor: 'person' } as const;

export const inviting = {
  ...ofOwner,
  sudo: true,
  limit: { name: 'company/invite', points: 60, seconds: 3600, per: 'account' },
} as const;
