import { verifyForm } from '#lib/domain/accounts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(verifyForm, { back: parentPath, keep: ['email', 'desde'] });
