import { deleteEmailChange, postEmailChange } from '#lib/domain/accounts/email-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postEmailChange);
export const DELETE = route(deleteEmailChange);
