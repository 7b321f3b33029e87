import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // Loaded from node_modules at run time: native bindings, worker threads, font files, large tables.
  serverExternalPackages: [
    '@libsql/client',
    'libsql',
    'pino',
    'prom-client',
    'pdfkit',
    '@aws-sdk/client-s3',
    'date-holidays',
  ],
  // Named by its content; other files of `public` are asked for again.
  headers: () => [
    {
      source: '/:font(.+.woff2)',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
  images: { unoptimized: true },
  // `npm run check` checks the types; a build on a customer's machine does not repeat it.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Next's copies of what server.ts serves itself would be loaded too.
    preloadEntriesOnStart: false,
    // Two thirds of what a build writes, and nothing of ours reads them.
    turbopackSourceMaps: false,
  },
};

export default config;
