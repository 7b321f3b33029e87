import { companyRutDoubt } from '#lib/domain/accounts/copy.ts';
import { optional, rut } from '#lib/platform/operations/fields.ts';

/**
 * RUTs below this number belong to people. Few companies have one, so pages ask once to confirm it.
 */
const FIRST_COMPANY = 50_000_000;

type CompanyRut = { role: string; rut?: string | undefined; rutVisto?: string | undefined };

/**
 * Whether a RUT is plausible for a company, or the person confirmed it by sending it a second time
 * (`rutVisto`).
 */
export function isAcceptedCompanyRut({ role, rut, rutVisto }: CompanyRut): boolean {
  const rutNumber = Number(rut?.split('-')[0] ?? FIRST_COMPANY);
  return role !== 'juridica' || !(rutNumber < FIRST_COMPANY) || rutVisto === rut;
}

/** The RUT that the form questioned. Sending it again confirms it. */
export const rutVisto = optional(rut('')).catch(undefined);
export const rutQuestion = {
  path: ['rut'],
  message: companyRutDoubt,
  // Skips the question if the RUT is invalid and therefore missing from `value`.
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && 'rut' in value && typeof value.rut === 'string',
};
