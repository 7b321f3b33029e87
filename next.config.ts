import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // They load from node_modules at run time: native bindings, workers, fonts, large tables.
  serverExternalPackages: [
    '@libsql/client',
    'libsql',
    'pino',
    'prom-client',
    'pdfkit',
    '@aws-sdk/client-s3',
    'date-holidays',
  ],
  // The font's name comes from its content. Browsers revalidate other files of `public`.
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
    // Next would also load its copies of what server.ts serves itself.
    preloadEntriesOnStart: false,
    // It keeps a CDN from mixing up answers, but ours are `no-store`, and odd-requests.ts takes away
    // the headers that it compares.
    validateRSCRequestHeaders: false,
    // Source maps are two thirds of what a build writes, and nothing of ours reads them.
    turbopackSourceMaps: false,
  },
};

export default config;
