import { z } from 'zod';
import { keepCompared } from '#app/v/_lib/comparison.ts';
import { verifyLimit } from '#lib/domain/issued-guarantees/operations.ts';
import { compareFile } from '#lib/domain/issued-guarantees/reading/compare-file.ts';
import { getVerifiedGuarantee } from '#lib/domain/issued-guarantees/reads/verified.ts';
import { codeParams } from '#lib/domain/issued-guarantees/verify-schema.ts';
import { uploadForm } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = uploadForm({
  auth: 'guest',
  limit: verifyLimit,
  params: codeParams,
  form: { fields: z.object({}), file: 'file' },
  handler: async (ctx, { params }, received) => {
    const guarantee = await getVerifiedGuarantee(params.code, ctx.now);
    const id = keepCompared(ctx, guarantee.code, await compareFile(received, guarantee));
    return `?comparado=${id}#resultado`;
  },
});
