import type { NextConfig } from 'next';

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ['@libsql/client', 'libsql', 'pino', 'pdfkit', '@node-rs/argon2'],
  images: { unoptimized: true },
  devIndicators: false,
};

export default config;
