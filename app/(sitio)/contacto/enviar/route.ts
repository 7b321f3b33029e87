import { contactPageForm, keptFields } from '#lib/domain/leads/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(contactPageForm, { back: parentPath, keep: keptFields });
