'use client';

import { FailurePage } from '#components/site/failure-page.tsx';
import './globals.css';

/** Replaces the root layout when that fails, so it renders `html` and `body` itself. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="es-CL">
      <body>
        <title>Error inesperado · Resguardo</title>
        <FailurePage error={error} />
      </body>
    </html>
  );
}
