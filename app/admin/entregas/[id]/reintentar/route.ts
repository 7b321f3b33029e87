import { afterDelivery, deliveryPage } from '#app/admin/entregas/after-delivery.ts';
import { postRetry } from '#lib/domain/inbox/delivery-operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postRetry, {
  back: deliveryPage,
  keep: ['text'],
  done: afterDelivery,
});
