import { companyRutDoubt } from '#lib/domain/accounts/copy.ts';
import { optional, rut } from '#lib/platform/operations/fields.ts';

/**
 * RUTs below this number belong to people. Few companies have such a RUT, so pages ask once for a
 * confirmation.
 */
const FIRST_COMPANY = 50_000_000;

type CompanyRut = { role: string; rut?: string | undefined; rutVisto?: string | undefined };

/**
 * Returns whether a RUT is plausible for a company, or the person confirmed it by sending the same
 * RUT again (`rutVisto`).
 */
export function isAcceptedCompanyRut({ role, rut, rutVisto }: CompanyRut): boolean {
  const rutNumber = Number(rut?.split('-')[0] ?? FIRST_COMPANY);
  return role !== 'juridica' || !(rutNumber < FIRST_COMPANY) || rutVisto === rut;
}

/** The RUT that the form questioned. If the person sends the same RUT again, it is confirmed. */
export const rutVisto = optional(rut('')).catch(undefined);
export const rutQuestion = {
  path: ['rut'],
  message: companyRutDoubt,
  // Skips the question if the RUT is invalid and therefore missing from `value`.
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && 'rut' in value && typeof value.rut === 'string',
};
