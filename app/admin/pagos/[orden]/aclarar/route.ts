import { decideRefundForm } from '#lib/domain/payments/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(decideRefundForm, { back: parentPath });
