/** First segments of our pages' addresses. A test compares them with the folders under `app`. */
export const areas = [
  'admin',
  'asesor',
  'avisos',
  'c',
  'comprobante',
  'confirmar',
  'contacto',
  'dev',
  'docs',
  'experto',
  'fallo',
  'garantia',
  'gestiona-tu-garantia',
  'licitaciones',
  'login',
  'no-fui-yo',
  'pagar',
  'panel',
  'privacidad',
  'recibido',
  'recuperar',
  'register',
  'restablecer',
  'v',
  'verificar',
];
const known = new Set(areas);

/** Returns one of a few values, so that metrics stay small. */
export function kindOfAddress(path: string): string {
  const [first = ''] = path.split('/').slice(1);
  if (first === '') return 'home';
  if (first === 'api') return 'api';
  if (known.has(first)) return first;
  return first === '_next' || /^[a-z0-9-]+\.(ico|svg|png|txt|webmanifest|woff2)$/.test(first)
    ? 'static'
    : 'other';
}
