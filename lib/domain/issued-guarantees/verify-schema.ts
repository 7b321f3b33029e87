import { z } from 'zod';
import { issuedGuarantee } from '#lib/domain/issued-guarantees/schema.ts';
import { docs, type FieldDocs } from '#lib/platform/operations/fields.ts';

export const verifiedGuarantee = issuedGuarantee
  .pick({
    type: true,
    instrument: true,
    issuerName: true,
    issuerVerifyUrl: true,
    amount: true,
    currency: true,
    validFrom: true,
    validTo: true,
    claimUntil: true,
    beneficiaryName: true,
    beneficiaryRut: true,
    tenderId: true,
    holderName: true,
    recordedBy: true,
    recordedAt: true,
    state: true,
  })
  .extend({
    issuerNumber: z.string().meta({
      description:
        'Number of the issuer; its last four letters or digits if a company recorded it.',
    }),
    holderRut: z.string().meta({ description: 'Of the holder, its middle digits hidden.' }),
    stateBy: issuedGuarantee.shape.recordedBy.nullable(),
    successorCode: z.string().nullable(),
    hasDocument: z.boolean(),
  });

export const codeParam = z.object({
  code: z
    .string()
    .max(200)
    .meta({ description: 'Code of a guarantee, in any case, with or without hyphens.' }),
});

export const fileHash = z.object({
  sha256: z
    .string('Envía el SHA-256 del archivo.')
    .regex(/^[\da-f]{64}$/i, 'Envía el SHA-256 del archivo: 64 caracteres hexadecimales.'),
});

export const codeAction = z.object({
  action: z.enum(['renew', 'end'], 'Elige si renuevas o cierras el código.'),
});

export const verifyDocs: FieldDocs = {
  stateBy: docs('Which side reported that state; null where the calendar does.'),
  successorCode: docs('Code of the guarantee that replaced it.', 'ABCDE-FGHJK-MNPQR-STVWX'),
  hasDocument: docs('Whether there is a document to compare a file with.'),
  matches: docs('Whether it is the very file that was recorded.'),
  action: docs('`renew`: the code gives way to a new one; `end`: there is none any more.'),
};
