import { postRequestFiles } from '#lib/domain/requests/applicant/file-operations.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(postRequestFiles);
