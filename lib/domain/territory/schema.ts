import { officialComuna, officialRegion } from '#lib/domain/territory/rules.ts';
import { line } from '#lib/platform/operations/fields.ts';

/** By any of its names; the official one is kept. */
export const regionName = line('Elige la región.').overwrite(officialRegion);
export const comunaName = line('Elige la comuna.').overwrite(officialComuna);
