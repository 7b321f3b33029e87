'use client';

import { FailurePage } from '#components/site/failure-page.tsx';

/** Shown in the place of a page that fails; the layout around it stays. */
export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return (
    <>
      <title>Error inesperado · Resguardo</title>
      <FailurePage error={error} />
    </>
  );
}
