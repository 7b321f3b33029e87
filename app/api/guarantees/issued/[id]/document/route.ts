import { getIssuedDocument } from '#lib/http/issued-files.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getIssuedDocument);
