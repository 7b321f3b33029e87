import { officialComuna, officialRegion } from '#lib/domain/territory/rules.ts';
import { line } from '#lib/platform/operations/fields.ts';

/** These accept any name of a place and keep the official one. */
export const regionName = line('Elige la región.').overwrite(officialRegion);
export const comunaName = line('Elige la comuna.').overwrite(officialComuna);
