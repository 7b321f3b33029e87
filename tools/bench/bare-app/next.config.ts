import { join } from 'node:path';
import type { NextConfig } from 'next';

/** The app is built in `.bench/bare-app` of the checkout, with the packages of the checkout. */
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
