import { formRoute, parentPath } from '#lib/http/form.ts';
import { joinForm } from '#lib/http/google-join.ts';

export const POST = formRoute(joinForm, { back: parentPath });
