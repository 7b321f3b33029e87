import type { Target } from '#tools/fuzz/door.ts';
import { accountTargets } from '#tools/fuzz/doors-accounts.ts';
import { adminTargets } from '#tools/fuzz/doors-admin.ts';
import { factorTargets } from '#tools/fuzz/doors-factors.ts';
import { linkTargets } from '#tools/fuzz/doors-links.ts';
import { panelTargets } from '#tools/fuzz/doors-panel.ts';
import { wizardTargets } from '#tools/fuzz/doors-wizard.ts';

/** Forms by their paths. */
export const targets: Record<string, Target> = {
  ...accountTargets,
  ...adminTargets,
  ...factorTargets,
  ...linkTargets,
  ...panelTargets,
  ...wizardTargets,
};
