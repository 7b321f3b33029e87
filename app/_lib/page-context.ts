import { headers } from 'next/headers';
import { cache } from 'react';
import { contextOf } from '#lib/http/api/prelude.ts';

/** Returns the context of the request for which a page renders. Cached for layout, page and title. */
export const getPageContext = cache(async () =>
  contextOf({ headers: new Headers(await headers()) }),
);
