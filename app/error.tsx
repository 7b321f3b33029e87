'use client';

import { FailurePage } from '#components/site/failure-page.tsx';

export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <FailurePage digest={error.digest} />;
}
