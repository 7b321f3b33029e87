/**
 * The brand for whoever cannot read `app/tokens.css`: e-mails, PDF, manifest, theme-color.
 * `colors` are the light scheme's values; `tests/unit/brand.test.ts` keeps both files equal.
 */
export const brand = {
  name: 'Resguardo',
  tagline: 'Garantías para licitaciones y contratos en Chile',
  colors: {
    canvas: '#f6f9f8',
    surface: '#ffffff',
    sunken: '#e9f0ef',
    ink: '#10262b',
    inkSoft: '#46595d',
    line: '#d0dcdb',
    lineStrong: '#687d81',
    brand: '#0b4f5b',
    brandStrong: '#073841',
    brandTint: '#dfeff0',
    onBrand: '#ffffff',
    copper: '#a4511f',
    copperTint: '#fbeee3',
    success: '#17653d',
    warning: '#754c00',
    danger: '#ad2118',
  },
  darkCanvas: '#0b1618',
} as const;

/** The mark on a 32 × 32 box: a receipt stub (copper) torn from a shield (brand) with a tick. */
export const mark = {
  viewBox: '0 0 32 32',
  stub: 'M8 2h16a4 4 0 0 1 4 4v4a2.4 2.4 0 0 0-2.3 2H6.3A2.4 2.4 0 0 0 4 10V6a4 4 0 0 1 4-4z',
  shield:
    'M6.3 13.4h19.4a2.4 2.4 0 0 0 2.3 2V17c0 6.4-4.6 10.7-12 13.4C8.6 27.7 4 23.4 4 17v-1.6a2.4 2.4 0 0 0 2.3-2z',
  tick: 'M11 20.2l3.5 3.4 6.6-6.6',
} as const;
