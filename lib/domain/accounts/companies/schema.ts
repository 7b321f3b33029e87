import { z } from 'zod';
import {
  accountConsent,
  accountEmail,
  newPassword,
  personEmail,
} from '#lib/domain/accounts/schema.ts';
import { memberRoles } from '#lib/platform/db/schema/companies.ts';
import { partyName } from '#lib/platform/operations/fields.ts';

const id = z.string().max(64);

export const invitation = z.object({
  email: personEmail,
  role: z.enum(memberRoles, 'Elige qué podrá hacer.'),
});
export type NewInvitation = z.output<typeof invitation>;

export const oneInvitation = z.object({ invitation: id });
export const oneMember = z.object({ person: id });
export const memberRole = oneMember.extend({ role: invitation.shape.role });
/** The session acts for the person themselves if `company` is empty. */
export const actingFor = z.object({ company: z.string().max(64).default('') });
export const factorDemand = z.object({ demand: z.enum(['yes', 'no']) });

/** Registration of an invited person. It asks for no RUT: they may add it later. */
export const joiningForm = z.object({
  name: partyName('Ingresa tu nombre.'),
  email: accountEmail,
  password: newPassword,
  acepto: accountConsent,
  next: z.string().optional(),
});
