import { companyRutDoubt } from '#lib/domain/accounts/copy.ts';
import { optional, rut } from '#lib/platform/operations/fields.ts';

/** RUTs below this are of people; a company may still have one, so a page asks once. */
const FIRST_COMPANY = 50_000_000;

type CompanyRut = { role: string; rut?: string | undefined; rutVisto?: string | undefined };

/** Whether a company's RUT is likely its own, or was sent again (`rutVisto`) after the question about it. */
export function isCompanyRut({ role, rut, rutVisto }: CompanyRut): boolean {
  const body = Number(rut?.split('-')[0] ?? FIRST_COMPANY);
  return role !== 'juridica' || !(body < FIRST_COMPANY) || rutVisto === rut;
}

/** The RUT that a page asked about, which its form sends again. */
export const rutVisto = optional(rut('')).catch(undefined);
export const rutAsked = {
  path: ['rut'],
  message: companyRutDoubt,
  // A RUT that was refused already is no text any more.
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && 'rut' in value && typeof value.rut === 'string',
};
