import { openCalendarForm } from '#lib/domain/alerts/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(openCalendarForm, { back: parentPath });
