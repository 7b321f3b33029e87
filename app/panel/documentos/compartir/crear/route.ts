import { shareForm } from '#lib/domain/share-links/forms.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(shareForm, {
  back: parentPath,
  keep: ['doc-*', 'expiresInHours', 'label', 'maxOpenings', 'notify'],
});
