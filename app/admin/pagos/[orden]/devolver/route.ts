import { refundForm } from '#lib/domain/payments/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(refundForm, { back: parentPath, keep: ['amount'] });
