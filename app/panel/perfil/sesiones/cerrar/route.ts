import { endSessionForm } from '#lib/domain/accounts/profile-forms.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(endSessionForm, { back: () => '/panel/perfil' });
