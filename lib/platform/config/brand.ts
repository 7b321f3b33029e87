/**
 * Name, colors and font of the brand. The colors are only for places that cannot use CSS variables:
 * mails, PDFs, the manifest and `theme-color`. A test compares `colors` with the light theme of
 * `app/tokens.css`.
 */
export const brand = {
  name: 'Resguardo',
  tagline: 'Garantías para licitaciones y contratos en Chile',
  colors: {
    canvas: '#f6f9f8',
    surface: '#ffffff',
    ink: '#10262b',
    inkSoft: '#46595d',
    line: '#d0dcdb',
    lineStrong: '#687d81',
    brand: '#0b4f5b',
    brandTint: '#dfeff0',
    onBrand: '#ffffff',
    copper: '#a4511f',
    copperBright: '#f0a878',
  },
  darkCanvas: '#0b1618',
  font: '/public-sans-5ed4d31c.woff2',
} as const;

/** The logo on a grid of 32 × 32: a shield shaped like a receipt, with a perforation and a tick. */
export const logo = {
  viewBox: '0 0 32 32',
  shield:
    'M6 1.5h20a3 3 0 0 1 3 3v3.1a3 3 0 0 0 0 5.8V16c0 7-5 11.7-13 14.8C8 27.7 3 23 3 16v-2.6a3 3 0 0 0 0-5.8V4.5a3 3 0 0 1 3-3z',
  /** Strokes with round ends: the perforation is 1.8 wide, the tick 2.8. */
  perforation: 'M9 10.5h14',
  tick: 'M10.6 19.4l3.9 3.8 7.2-7.3',
} as const;

/** SVG paths of a guilloche, the wave pattern printed on securities, in a box of 160 × 72. */
export const guilloche: readonly string[] = [-44, -36, -28, -20, -12, 12, 20, 28, 36].map(
  (height, index) => `M${(index % 3) * 6 - 24} 36q10 ${height} 20 0${'t20 0'.repeat(9)}`,
);
