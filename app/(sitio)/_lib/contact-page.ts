import { pageCaptcha, type QueryProps, readPageQuery } from '#app/_lib/page-query.ts';
import { findVisitor } from '#app/_lib/page-user.ts';
import { randomId } from '#lib/platform/security/ids.ts';

export async function readContactPage(props: QueryProps) {
  const { query, problem, values, errors } = await readPageQuery(props);
  const user = problem ? null : await findVisitor();
  const knownValues: Record<string, string> = user ? { correo: user.email } : {};
  return {
    query,
    problem,
    form: {
      values: { ...knownValues, ...values },
      errors,
      captcha: await pageCaptcha('contact'),
      sendingId: randomId(),
    },
  };
}
