import { linkedFilesForm } from '#app/_lib/linked-files-form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formRoute(linkedFilesForm('receipt'));
