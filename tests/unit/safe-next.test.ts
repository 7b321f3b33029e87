import { describe, expect, test } from 'vitest';
import { safeNext } from '#lib/http/api/safe-next.ts';

describe('the page after a login', () => {
  test.each(['/panel', '/panel/perfil?de=x#sesiones', '/', '/a%20b', '/?next=https://x.cl'])(
    'is the requested path of this app: %s',
    (path) => expect(safeNext(path)).toBe(path),
  );

  test.each([
    undefined,
    null,
    42,
    ['/panel'],
    '',
    'panel',
    '//malo.cl',
    '///malo.cl',
    '/\\malo.cl',
    '\\\\malo.cl',
    'https://malo.cl',
    'https:malo.cl',
    'javascript:alert(1)',
    ' /panel',
    '/\t/malo.cl',
    '/panel\r\nSet-Cookie: a=b',
    '/panel\u0000',
    '/ñandú',
    '/.//malo.cl',
    '/.//malo.cl?aviso=x',
    '/..//malo.cl',
    '/a/..//malo.cl',
    `/${'a'.repeat(1000)}`,
  ])('is the panel for anything else: %j', (next) => expect(safeNext(next)).toBe('/panel'));

  test.each([
    ['/admin?aviso=estados&lead-1=rechazada', '/admin?lead-1=rechazada'],
    ['/admin?q=a&%61viso=estados&aviso=x#ids', '/admin?q=a#ids'],
    ['/panel?aviso', '/panel'],
  ])('is %s without the notice of an act', (path, left) => expect(safeNext(path)).toBe(left));

  test.each(['/%2F/malo.cl', '/@malo.cl', '/%5Cmalo.cl'])(
    'is on this site as a browser resolves it: %s',
    (path) => {
      const { origin } = new URL(safeNext(path), 'https://resguardo.cl/login');
      expect(origin).toBe('https://resguardo.cl');
    },
  );
});
