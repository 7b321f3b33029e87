import { postExtendShare } from '#lib/domain/share-links/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postExtendShare);
