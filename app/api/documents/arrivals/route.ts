import { postDocumentArrivals } from '#lib/http/documents.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postDocumentArrivals);
