import { postForgotPassword } from '#lib/domain/accounts/password-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postForgotPassword);
