import { mailLinkForm } from '#lib/domain/own-requests/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(mailLinkForm, { back: parentPath });
