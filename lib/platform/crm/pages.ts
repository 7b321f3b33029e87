import { getEnv } from '#lib/platform/config/env.ts';

/** HubSpot's ids of object types, which are the same in every account. */
const types = { contact: '0-1', deal: '0-3' } as const;

/** Returns the URL of a record in HubSpot, or null without `HUBSPOT_PORTAL_ID` or without an id. */
export function findCrmPage(kind: keyof typeof types, id: string | null): string | null {
  const { portalId } = getEnv().hubspot;
  if (!portalId || id === null) return null;
  return `https://app.hubspot.com/contacts/${portalId}/record/${types[kind]}/${encodeURIComponent(id)}`;
}
