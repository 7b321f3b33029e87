import { getAccounts } from '#lib/domain/accounts/admin-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getAccounts);
