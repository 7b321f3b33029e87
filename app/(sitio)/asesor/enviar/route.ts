import { advisorPageForm, keptFields } from '#lib/domain/leads/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(advisorPageForm, { back: parentPath, keep: keptFields });
