import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { secretPageMetadata } from '#app/_lib/page-query.ts';
import { FailureMessage } from '#components/site/failure-page.tsx';

export const metadata: Metadata = { title: 'Error inesperado', ...secretPageMetadata };

/** Rendered once at the start. server.ts sends it in place of a page that failed. */
export default async function FailedPage() {
  return <FailureMessage reference={(await headers()).get('x-request-id')} />;
}
