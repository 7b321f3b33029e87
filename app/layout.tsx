import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { BROWSER_ERRORS_PATH } from '#lib/platform/web/headers.ts';
import './globals.css';

/**
 * Pages are rendered per request, because each has its own CSP nonce. server.ts caches public ones.
 */
export const dynamic = 'force-dynamic';

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(getEnv().appUrl),
    title: {
      default: `${brand.name} · ${brand.tagline}`,
      template: `%s · ${brand.name}`,
    },
    description:
      'Pide en línea la garantía de tu licitación o contrato: seriedad de la oferta, fiel cumplimiento, anticipo y más. Un asesor revisa tu solicitud y te responde.',
    applicationName: brand.name,
    formatDetection: { telephone: false },
    openGraph: { siteName: brand.name, locale: 'es_CL', type: 'website' },
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: brand.colors.surface },
    { media: '(prefers-color-scheme: dark)', color: brand.darkCanvas },
  ],
};

export default async function RootLayout({ children }: LayoutProps<'/'>) {
  const requestId = (await headers()).get('x-request-id');
  return (
    <html lang="es-CL">
      <head>
        {requestId && <meta name="request-id" content={requestId} />}
        {getEnv().sentryDsn && <meta name="browser-errors" content={BROWSER_ERRORS_PATH} />}
        <link rel="preload" as="font" type="font/woff2" href={brand.font} crossOrigin="anonymous" />
      </head>
      <body>
        <a href="#contenido" className="skip-link">
          Saltar al contenido
        </a>
        {children}
      </body>
    </html>
  );
}
