import { postStartOver } from '#lib/domain/drafts/operations.ts';
import { formRoute } from '#lib/http/form.ts';

export const POST = formRoute(postStartOver, { back: () => '/gestiona-tu-garantia' });
