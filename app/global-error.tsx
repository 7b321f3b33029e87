'use client';

import { FailurePage } from '#components/site/failure-page.tsx';
import './globals.css';

/** Stands in for the root layout when that fails, so it brings its own document. */
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
