import { officialComuna, officialRegion } from '#lib/domain/territory/rules.ts';
import { line } from '#lib/platform/operations/fields.ts';

/** Accepts common names of places and replaces them by the official ones. */
export const regionName = line('Elige la región.')
  .overwrite(officialRegion)
  .meta({
    description: 'Region, by its official or short name.',
    examples: ['Región Metropolitana de Santiago'],
  });
export const comunaName = line('Elige la comuna.')
  .overwrite(officialComuna)
  .meta({ description: 'Comuna, in any case and accents.', examples: ['Providencia'] });
