import { z } from 'zod';
import {
  accountConsent,
  accountEmail,
  newPassword,
  personEmail,
} from '#lib/domain/accounts/schema.ts';
import { memberRoles } from '#lib/platform/db/schema/companies.ts';
import { partyName } from '#lib/platform/operations/fields.ts';

const idField = z.string().max(64);

export const invitationForm = z.object({
  email: personEmail,
  role: z.enum(memberRoles, 'Elige qué podrá hacer.'),
});
export type NewInvitation = z.output<typeof invitationForm>;

export const invitationIdForm = z.object({ invitation: idField });
export const memberIdForm = z.object({ person: idField });
export const memberRoleForm = memberIdForm.extend({ role: invitationForm.shape.role });
/** The session acts for the person themselves if `company` is empty. */
export const actForForm = z.object({ company: z.string().max(64).default('') });
export const factorDemandForm = z.object({ demand: z.enum(['yes', 'no']) });

/** Registration of an invited person. No RUT is required: the person may add it later. */
export const joiningForm = z.object({
  name: partyName('Ingresa tu nombre.'),
  email: accountEmail,
  password: newPassword,
  acepto: accountConsent,
  next: z.string().optional(),
});
