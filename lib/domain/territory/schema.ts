import { officialComuna, officialRegion } from '#lib/domain/territory/rules.ts';
import { singleLineText } from '#lib/platform/operations/fields.ts';

/** Accepts common names of places and replaces them by the official ones. */
export const regionName = singleLineText('Elige la región.')
  .overwrite(officialRegion)
  .meta({
    description: 'Region, by its official or short name.',
    examples: ['Región Metropolitana de Santiago'],
  });
export const comunaName = singleLineText('Elige la comuna.')
  .overwrite(officialComuna)
  .meta({ description: 'Comuna, in any case and accents.', examples: ['Providencia'] });
