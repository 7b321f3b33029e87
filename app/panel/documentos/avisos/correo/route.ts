import { mailSwitchForm } from '#lib/domain/alerts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(mailSwitchForm, { back: parentPath });
