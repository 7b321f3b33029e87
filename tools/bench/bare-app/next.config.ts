import { join } from 'node:path';
import type { NextConfig } from 'next';

/**
 * The build copies this app to `.bench/bare-app` of the checkout, and it uses the checkout's
 * packages.
 */
const root = join(import.meta.dirname, '../..');

const config: NextConfig = {
  turbopack: { root },
  outputFileTracingRoot: root,
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['@libsql/client', 'libsql'],
  typescript: { ignoreBuildErrors: true },
};

export default config;
