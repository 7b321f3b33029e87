import { postLeadFiles } from '#lib/http/files/request-files.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = formRoute(postLeadFiles);
