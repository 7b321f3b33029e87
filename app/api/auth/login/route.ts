import { postLogin } from '#lib/domain/accounts/login-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postLogin);
