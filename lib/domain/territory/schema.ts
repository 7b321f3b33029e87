import { officialComuna, officialRegion } from '#lib/domain/territory/rules.ts';
import { line } from '#lib/platform/operations/fields.ts';

/** Common names of places are accepted and replaced by the official ones. */
export const regionName = line('Elige la región.').overwrite(officialRegion);
export const comunaName = line('Elige la comuna.').overwrite(officialComuna);
