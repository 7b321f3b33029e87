import { closeLinksForm } from '#lib/domain/own-requests/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(closeLinksForm, { back: parentPath });
