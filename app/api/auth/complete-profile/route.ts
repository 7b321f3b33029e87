import { postCompleteProfile } from '#lib/domain/accounts/profile-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postCompleteProfile);
