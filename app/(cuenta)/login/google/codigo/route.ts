import { formRoute, parentPath } from '#lib/http/form.ts';
import { joinCodeForm } from '#lib/http/google-join.ts';

export const POST = formRoute(joinCodeForm, { back: parentPath });
