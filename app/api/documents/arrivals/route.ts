import { postDocumentArrivals } from '#lib/domain/documents/upload-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postDocumentArrivals);
