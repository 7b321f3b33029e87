import { postCalendar } from '#lib/domain/alerts/operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postCalendar, {
  to: '?aviso=calendario#calendario',
});
