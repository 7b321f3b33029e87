import { postRenewReceipt } from '#lib/domain/links/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postRenewReceipt, { back: parentPath });
