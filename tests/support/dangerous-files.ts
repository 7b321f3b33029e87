import type { Finding } from '#lib/platform/storage/inspection/findings.ts';
import { dangerousCompound, harmlessCompound } from '#tests/support/dangerous-compound.ts';
import { dangerousExchange, harmlessExchange } from '#tests/support/dangerous-exchange.ts';
import { dangerousOffice, harmlessOffice } from '#tests/support/dangerous-office.ts';
import { dangerousPdf, harmlessPdf } from '#tests/support/dangerous-pdf.ts';
import { dangerousPictures, harmlessPictures } from '#tests/support/dangerous-pictures.ts';

/** Name and content of a file, and the reason why it is refused. */
export type InspectedFile = [name: string, bytes: Buffer, danger: Finding | null];

export const inspectedFiles: Record<string, InspectedFile> = {
  ...dangerousOffice,
  ...dangerousCompound,
  ...dangerousExchange,
  ...dangerousPdf,
  ...dangerousPictures,
  ...harmlessOffice,
  ...harmlessCompound,
  ...harmlessExchange,
  ...harmlessPdf,
  ...harmlessPictures,
};
