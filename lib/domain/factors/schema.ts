import { z } from 'zod';
import { docs, type FieldDocs } from '#lib/platform/fields.ts';

export const factorCode = z
  .string('Ingresa el código.')
  .max(40, 'El código es demasiado largo.')
  .regex(/[^\s-]/, 'Ingresa el código.');

export const secondFactor = z.object({ code: factorCode });

export const totpSetup = z.object({
  setup: z.string('Falta el código QR.').max(500, 'El código QR no es válido.'),
  code: factorCode,
});

export const shownCodes = z.object({
  success: z.literal(true),
  data: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
});

export const factorDocs: FieldDocs = {
  setup: docs('What `POST /api/auth/totp` gave, good for a quarter of an hour.'),
  secret: docs('The secret of the codes, in base32, for the app.', 'JBSWY3DPEHPK3PXP'),
  uri: docs('The same as apps read it of a QR code.'),
  recoveryCodes: docs('Each replaces a code once; shown here alone. Null: those of before hold.'),
};
