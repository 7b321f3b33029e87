import type { Door } from '#tools/fuzz/door.ts';
import { accountDoors } from '#tools/fuzz/doors-accounts.ts';
import { adminDoors } from '#tools/fuzz/doors-admin.ts';
import { factorDoors } from '#tools/fuzz/doors-factors.ts';
import { linkDoors } from '#tools/fuzz/doors-links.ts';
import { panelDoors } from '#tools/fuzz/doors-panel.ts';
import { wizardDoors } from '#tools/fuzz/doors-wizard.ts';

/** Forms by their paths. */
export const doors: Record<string, Door> = {
  ...accountDoors,
  ...adminDoors,
  ...factorDoors,
  ...linkDoors,
  ...panelDoors,
  ...wizardDoors,
};
