import { docs, type FieldDoc, rut } from '#lib/http/openapi/field-doc.ts';

export const accountsFields: Record<string, FieldDoc> = {
  token: docs('An opaque, unguessable token.'),
  csrfToken: docs('The token of `GET /api/csrf-token`, equal to the cookie `csrf-token`.'),
  'x-csrf-token': docs(
    'The token of `GET /api/csrf-token`; it must equal the cookie `csrf-token`. May also come as `csrfToken`.',
  ),
  'csrf-token': docs('Set by `GET /api/csrf-token`; lives 2 hours.'),
  password: docs(
    '8 to 128 characters, kept as typed; not one of the most used.',
    'un paraguas azul',
  ),
  role: docs('What the account is; admins are made by the operator.', 'juridica'),
  rut: docs(`${rut}: the person or company.`, '12.345.678-5'),
  name: docs('Name of the person; required for natural.', 'Ana Muñoz'),
  source: docs('Where the person came from.', 'feria-construccion'),
  profile: docs('Must be the role of the account; an admin may enter as every one.', 'juridica'),
  code: docs('The 6 characters of the mail, in any case; on the way back, what Google gave.'),
  state: docs('What Google gives back of the way there.'),
  next: docs('Path of this site to go on to after the login.', '/panel/perfil'),
  current: docs('The password until now.'),
  device: docs('Browser and system, as the browser names itself.', 'Chrome en Windows'),
  place: docs('Address shortened to /24 or /48.', '203.0.113.0/24'),
  createdAt: docs('When it was opened, UTC.', '2026-11-20T15:00:00.000Z'),
  seenAt: docs('When it was last used, UTC, to the hour.', '2026-11-20T15:00:00.000Z'),
  thisDevice: docs('Whether it is the session that asks.', true),
  authenticated: docs('Whether the cookie holds a live session.', true),
  telefono: docs('8 to 15 digits as people write them.', '+56 9 1234 5678'),
  direccion: docs('Street and number.', 'Av. Providencia 1234'),
  region: docs(
    'Region, by its official name; of tenders as the buyer wrote it.',
    'Región Metropolitana de Santiago',
  ),
  comuna: docs('Comuna of that region.', 'Providencia'),
};
