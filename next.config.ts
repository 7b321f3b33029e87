import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: false,
  // Packages that are not bundled, because they have native bindings, workers, fonts or large
  // tables.
  serverExternalPackages: [
    '@libsql/client',
    'libsql',
    'pino',
    'prom-client',
    'pdfkit',
    '@aws-sdk/client-s3',
  ],
  // A font's file name contains a hash, so it never changes. Browsers revalidate other files of
  // `public`.
  headers: () => [
    {
      source: '/:font(.+.woff2)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
  images: { unoptimized: true },
  // `npm run check` checks the types, so a build on an operator's machine does not repeat it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // At the start Next would load routes that server.ts serves itself.
    preloadEntriesOnStart: false,
    // Next's check protects caches of RSC replies. Ours are `no-store`, and odd-requests.ts removes
    // the headers that the check compares.
    validateRSCRequestHeaders: false,
    // Source maps would be two thirds of the build's output, and nothing reads them.
    turbopackSourceMaps: false,
  },
};

export default config;
