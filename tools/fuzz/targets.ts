import { z } from 'zod';
import { exampleOf } from '#lib/http/openapi/examples.ts';
import type { PageForm } from '#tests/support/forms.ts';
import type { FuzzWorld } from '#tools/fuzz/place.ts';
import { type Filled, fill, type Target } from '#tools/fuzz/target.ts';
import { accountTargets } from '#tools/fuzz/targets-accounts.ts';
import { adminTargets } from '#tools/fuzz/targets-admin.ts';
import { factorTargets } from '#tools/fuzz/targets-factors.ts';
import { linkTargets } from '#tools/fuzz/targets-links.ts';
import { panelTargets } from '#tools/fuzz/targets-panel.ts';
import { wizardTargets } from '#tools/fuzz/targets-wizard.ts';
import { things } from '#tools/fuzz/things.ts';

/** Forms by path that need more than the examples of their fields and what their path names. */
export const targets: Record<string, Target> = {
  ...accountTargets,
  ...adminTargets,
  ...factorTargets,
  ...linkTargets,
  ...panelTargets,
  ...wizardTargets,
};

/** Returns fields of a form that must be accepted: those of its target, or else its examples. */
export async function fillForm(form: PageForm, place: FuzzWorld): Promise<Filled> {
  const target = targets[form.path];
  if (target) return fill(target, place);
  const [, thing] = Object.entries(things).find(([start]) => form.path.startsWith(start)) ?? [];
  return { ...(thing && (await fill(thing, place))), form: examplesOf(form) };
}

function examplesOf({ operation: { body } }: PageForm): Record<string, string> {
  if (!(body instanceof z.ZodObject)) return {};
  const examples = Object.entries(exampleOf(body));
  return Object.fromEntries(examples.map(([name, example]) => [name, String(example)]));
}
