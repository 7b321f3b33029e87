import { postDeleteAccount } from '#lib/domain/personal-data/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postDeleteAccount);
