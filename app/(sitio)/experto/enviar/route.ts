import { expertPageForm, keptFields } from '#lib/domain/leads/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(expertPageForm, { back: parentPath, keep: keptFields });
