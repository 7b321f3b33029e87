import { headers } from 'next/headers';
import { cache } from 'react';
import { contextOf } from '#lib/http/api/run-operation.ts';

/**
 * Returns the context of the request that a page serves. Cached, because layout, page and title
 * need it.
 */
export const getPageContext = cache(async () =>
  contextOf({ headers: new Headers(await headers()) }),
);
