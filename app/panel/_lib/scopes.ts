import { cache } from 'react';
import { findPageSession } from '#app/_lib/page-user.ts';
import { listScopes } from '#lib/domain/dashboard/reads.ts';

/** Cached, because the frame and the first page of the panel both show them. */
export const findScopes = cache(async () => {
  const user = await findPageSession();
  return user ? listScopes(user) : [];
});
