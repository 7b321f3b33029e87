import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: false,
  // Packages that are not bundled: native bindings, workers, fonts, large tables.
  serverExternalPackages: [
    '@libsql/client',
    'libsql',
    'pino',
    'prom-client',
    'pdfkit',
    '@aws-sdk/client-s3',
    'date-holidays',
  ],
  // The font's name contains a hash. Browsers revalidate other files of `public`.
  headers: () => [
    {
      source: '/:font(.+.woff2)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
  images: { unoptimized: true },
  // `npm run check` checks the types, so a build on a customer's machine does not repeat it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Next would load routes at the start that server.ts serves itself.
    preloadEntriesOnStart: false,
    // The check protects caches, but our answers are `no-store`, and odd-requests.ts removes the
    // headers that it compares.
    validateRSCRequestHeaders: false,
    // Source maps are two thirds of a build's output, and nothing reads them.
    turbopackSourceMaps: false,
  },
};

export default config;
