import { resetForm } from '#lib/domain/accounts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(resetForm, { back: parentPath });
