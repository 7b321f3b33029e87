/** The first parts of our own addresses: a test compares them with the folders under `app`. */
export const areas = [
  'admin',
  'asesor',
  'avisos',
  'comprobante',
  'contacto',
  'dev',
  'docs',
  'experto',
  'gestiona-tu-garantia',
  'licitaciones',
  'login',
  'pagar',
  'panel',
  'privacidad',
  'recibido',
  'recuperar',
  'register',
  'restablecer',
  'verificar',
];
const known = new Set(areas);

/**
 * Of few kinds, whatever is requested: `api`, `static`, `home`, a first part of our paths, `other`.
 */
export function kindOfAddress(path: string): string {
  const end = path.indexOf('/', 1);
  const first = path.slice(1, end < 0 ? undefined : end);
  if (first === '') return 'home';
  if (first === 'api') return 'api';
  if (known.has(first)) return first;
  return first === '_next' || /^[a-z-]+\.(ico|svg|png|txt|webmanifest)$/.test(first)
    ? 'static'
    : 'other';
}
