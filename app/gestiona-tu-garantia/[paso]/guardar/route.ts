import { postStep } from '#lib/domain/drafts/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postStep, { back: parentPath });
