'use client';

import { FailurePage } from '#components/site/failure-page.tsx';

export default function PageError({ error }: { error: Error & { digest?: string } }) {
  return <FailurePage reference={error.digest} />;
}
