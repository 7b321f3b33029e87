import type { Target } from '#tools/fuzz/target.ts';
import { accountTargets } from '#tools/fuzz/targets-accounts.ts';
import { adminTargets } from '#tools/fuzz/targets-admin.ts';
import { factorTargets } from '#tools/fuzz/targets-factors.ts';
import { linkTargets } from '#tools/fuzz/targets-links.ts';
import { panelTargets } from '#tools/fuzz/targets-panel.ts';
import { wizardTargets } from '#tools/fuzz/targets-wizard.ts';

/** The forms, by path. */
export const targets: Record<string, Target> = {
  ...accountTargets,
  ...adminTargets,
  ...factorTargets,
  ...linkTargets,
  ...panelTargets,
  ...wizardTargets,
};
