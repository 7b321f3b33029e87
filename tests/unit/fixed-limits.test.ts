import { expect, test } from 'vitest';
import { apiOperations } from '#lib/http/api/operations.ts';

/** Limits of the specification (decisions, 5). `published-operations.txt` lists all limits. */
const fixed = [
  'POST /api/auth/login 50 in 900 per ip',
  'POST /api/auth/login 10 in 900 per email+ip',
  'POST /api/auth/register 10 in 3600 per ip',
  'POST /api/auth/verify 30 in 900 per ip',
  'POST /api/auth/verify 10 in 900 per email+ip',
  'POST /api/auth/resend 5 in 3600 per email+ip',
  'POST /api/auth/forgot-password 20 in 3600 per ip',
  'POST /api/auth/reset-password 20 in 3600 per ip',
  'POST /api/contact 10 in 600 per ip',
  'POST /api/contact-advisor 10 in 600 per ip',
  'POST /api/contact-expert 10 in 600 per ip',
  'GET /api/guarantees/upload-url 60 in 600 per ip',
  'POST /api/guarantees/upload-proxy 60 in 600 per ip',
  'POST /api/guarantees/public 20 in 600 per ip',
  'GET /api/listar-licitaciones 60 in 60 per ip',
  'GET /api/listar-organismos 60 in 60 per ip',
  'GET /api/validate-licitacion 60 in 60 per ip',
  'GET /api/validate-orden-compra 60 in 60 per ip',
  'GET /api/buscar-proveedor 60 in 60 per ip',
  'GET /api/share/{token} 60 in 60 per ip',
  'POST /api/share/{token} 60 in 60 per ip',
  'POST /api/documents/upload 60 in 600 per account',
  'POST /api/payments/create 20 in 600 per account',
];

test('the limits of the specification are declared for their operations', () => {
  const declared = apiOperations.flatMap(({ method, path, limit }) =>
    'unlimited' in limit
      ? []
      : [limit]
          .flat()
          .map(
            ({ points, seconds, per }) => `${method} ${path} ${points} in ${seconds} per ${per}`,
          ),
  );
  expect(declared).toEqual(expect.arrayContaining(fixed));
});
