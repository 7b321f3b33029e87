import { afterDelivery, deliveryPage } from '#app/admin/entregas/after-delivery.ts';
import { postResendDelivery } from '#lib/domain/inbox/delivery-operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postResendDelivery, {
  back: deliveryPage,
  keep: ['text'],
  done: afterDelivery,
});
