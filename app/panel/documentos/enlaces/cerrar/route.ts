import { revokeForm } from '#lib/domain/share-links/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(revokeForm, { back: parentPath });
