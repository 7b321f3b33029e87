import { z } from 'zod';
import { currentPassword } from '#lib/domain/accounts/schema.ts';
import { singleLineText, writeOnly } from '#lib/platform/operations/fields.ts';
import { dataReply } from '#lib/platform/operations/replies.ts';

const factorCode = writeOnly(z.string('Ingresa el código.'))
  .max(40, 'El código es demasiado largo.')
  .regex(/[^\s-]/, 'Ingresa el código.')
  .describe('A code of the app, or a recovery code.');

const credential = z
  .record(z.string().max(100), z.unknown(), 'Usa tu llave de acceso.')
  .describe('A passkey as `PublicKeyCredential.toJSON()` gives it.');

/** A credential in a form field, as JSON text. */
const typedCredential = writeOnly(z.string('Usa tu llave de acceso.'))
  .max(20_000, 'La llave de acceso no es válida.')
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Usa tu llave de acceso.' });
      return z.NEVER;
    }
  })
  .pipe(credential);

const proofError = { error: 'Ingresa el código.', path: ['code'] };

const factorBy = <T>(key: z.ZodType<T>) => ({
  code: factorCode.optional(),
  credential: key.optional(),
});
const secondFactorBy = <T>(key: z.ZodType<T>) =>
  z.object(factorBy(key)).refine((proof) => proof.code || proof.credential, proofError);
const anyProofBy = <T>(key: z.ZodType<T>) =>
  z
    .object({
      ...factorBy(key),
      password: currentPassword.optional(),
      mailCode: writeOnly(z.string())
        .max(20, 'El código tiene 6 caracteres.')
        .optional()
        .describe('The code of `POST /api/auth/proof/mail`.'),
    })
    .refine((proof) => Object.values(proof).some(Boolean), proofError);

export const secondFactorBody = secondFactorBy(credential);
export const proofBody = anyProofBy(credential);
export const secondFactorForm = secondFactorBy(typedCredential);
export const proofForm = anyProofBy(typedCredential);

export const passkeyBody = z.object({ credential });
export const passkeyForm = z.object({ credential: typedCredential });

export const factorResetForm = z.object({ step: z.enum(['ask', 'approve', 'withdraw']) });

export const ownPasskeyForm = z.object({
  id: z.string().max(64),
  name: singleLineText('Ponle un nombre.', 60),
});

export const totpSetupBody = z.object({
  setup: z
    .string('Falta el código QR.')
    .max(500, 'El código QR no es válido.')
    .describe('What `POST /api/auth/totp` gave, good for a quarter of an hour.'),
  code: factorCode.describe('The first code of the app.'),
});

const recoveryCodes = z
  .array(z.string())
  .nullable()
  .describe('Each replaces one code, once. Shown only here. Null: the earlier ones still work.');
export const recoveryCodesReply = dataReply(z.object({ recoveryCodes }));

const challenge = z.string().describe('What a passkey signs, within five minutes.');
export const passkeyOptionsReply = dataReply(z.looseObject({ challenge }));
