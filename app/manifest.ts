import type { MetadataRoute } from 'next';
import { brand } from '#lib/platform/config/brand.ts';

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: `${brand.name}. ${brand.tagline}`,
    short_name: brand.name,
    lang: 'es-CL',
    start_url: '/',
    display: 'standalone',
    background_color: brand.colors.canvas,
    theme_color: brand.colors.brand,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  };
}
