import { endCalendarForm } from '#lib/domain/alerts/forms.ts';
import { ALERTS_PAGE } from '#lib/domain/alerts/view.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(endCalendarForm, { back: () => ALERTS_PAGE });
