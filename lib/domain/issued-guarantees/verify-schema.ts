import { z } from 'zod';
import { issuedGuaranteeReply } from '#lib/domain/issued-guarantees/schema.ts';

/** The facts that anyone sees of a guarantee by its verification code. */
export const verifiedGuaranteeReply = issuedGuaranteeReply
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
    issuerNumber: z
      .string()
      .describe(
        'Number that the issuer gave; only its last four characters if a company recorded it.',
      ),
    holderRut: z.string().describe('RUT of the guarantee holder, with its middle digits hidden.'),
    stateBy: issuedGuaranteeReply.shape.recordedBy
      .nullable()
      .describe('Side that reported the state; null if the state follows from the dates.'),
    successorCode: z.string().nullable().describe('Code of the guarantee that replaced this one.'),
    hasDocument: z
      .boolean()
      .describe('Whether a document was recorded, with which a file can be compared.'),
  });

export const codeParams = z.object({
  code: z.string().max(200).describe('Code of a guarantee, in any case, with or without hyphens.'),
});

export const fileHashBody = z.object({
  sha256: z
    .string('Envía el SHA-256 del archivo.')
    .regex(/^[\da-f]{64}$/i, 'Envía el SHA-256 del archivo: 64 caracteres hexadecimales.')
    .describe('SHA-256 of the file, hex.'),
});

export const codeActionBody = z.object({
  action: z
    .enum(['renew', 'end'], 'Elige si renuevas o cierras el código.')
    .describe('`renew`: replaces the code by a new one; `end`: ends the code.'),
});
