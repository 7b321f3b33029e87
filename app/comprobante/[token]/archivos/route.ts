import { linkedFilesForm } from '#app/_lib/linked-files-form.ts';
import { uploadForm } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = uploadForm(linkedFilesForm('receipt'));
