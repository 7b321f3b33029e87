import { z } from 'zod';
import { ofWizard } from '#app/gestiona-tu-garantia/_lib/wizard-form.ts';
import { checkDraftQuota, setAside } from '#lib/domain/drafts/browser.ts';
import { guaranteeTypeFromInput, tenderIdFromInput } from '#lib/domain/drafts/schema.ts';
import { startPath } from '#lib/domain/drafts/view.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';

/** Begins with an empty draft beside those of this browser. */
export const { GET, POST } = formRoute({
  ...ofWizard,
  path: '/gestiona-tu-garantia/empezar',
  body: z.record(z.string(), z.string()),
  handler: async (ctx, { body }) => {
    await checkDraftQuota(ctx);
    setAside(ctx);
    return startPath({
      licitacion: tenderIdFromInput(body.licitacion),
      garantia: guaranteeTypeFromInput(body.garantia),
    });
  },
});
