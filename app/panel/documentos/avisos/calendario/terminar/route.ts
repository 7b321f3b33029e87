import { deleteCalendar } from '#lib/domain/alerts/operations.ts';
import { ALERTS_PAGE } from '#lib/domain/alerts/view.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(deleteCalendar, {
  back: () => ALERTS_PAGE,
  to: '?aviso=calendario-terminado#calendario',
});
