import { accountDoors } from '#tools/fuzz/doors-accounts.ts';
import { adminDoors } from '#tools/fuzz/doors-admin.ts';
import { issuedDoors } from '#tools/fuzz/doors-issued.ts';
import { linkDoors } from '#tools/fuzz/doors-links.ts';
import { panelDoors } from '#tools/fuzz/doors-panel.ts';
import { wizardDoors } from '#tools/fuzz/doors-wizard.ts';
import { factorDoors } from '#tools/fuzz/factors.ts';
import type { Place } from '#tools/fuzz/place.ts';

export type Filled = {
  form: Record<string, string>;
  params?: Record<string, string>;
  cookies?: Record<string, string>;
  /** Of a multipart form: the name of its file field. */
  file?: string;
};

export type Door = {
  who: 'guest' | 'owner' | 'admin';
  /** A form that must be taken, with what it needs made anew. */
  fill: (place: Place) => Promise<Filled> | Filled;
  /** What a refusal brings back to the page. */
  keeps?: string[];
  /** Where the draft holds what was refused. */
  draft?: true;
};

/** Every form by its path. */
export const doors: Record<string, Door> = {
  ...accountDoors,
  ...adminDoors,
  ...factorDoors,
  ...issuedDoors,
  ...linkDoors,
  ...panelDoors,
  ...wizardDoors,
};
