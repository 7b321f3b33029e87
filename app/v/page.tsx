import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { operatorText } from '#app/_lib/about-text.ts';
import { type QueryProps, readPageQuery, secretPageMetadata } from '#app/_lib/page-query.ts';
import { setPageStatus } from '#app/_lib/page-status.ts';
import { CodeForm, verifyTitle } from '#components/issued-guarantees/code-form.tsx';
import { parseVerificationCode } from '#lib/domain/issued-guarantees/rules.ts';
import { codePath } from '#lib/domain/issued-guarantees/view.ts';

export async function generateMetadata(props: QueryProps): Promise<Metadata> {
  const { problem } = await readTypedCode(props);
  return { title: `${problem ? 'Error: ' : ''}${verifyTitle}`, ...secretPageMetadata };
}

/**
 * The form for a verification code. A valid code leads to its page, which takes a point of the rate
 * limit.
 */
export default async function CodePage(props: QueryProps) {
  const { typed, problem } = await readTypedCode(props);
  if (problem) await setPageStatus(400);
  return <CodeForm typed={typed} problem={problem} company={operatorText()} />;
}

async function readTypedCode(props: QueryProps): Promise<{ typed?: string; problem?: string }> {
  const { codigo: typed } = (await readPageQuery(props)).query;
  if (typed === undefined) return {};
  const code = typed.length <= 200 && parseVerificationCode(typed);
  if (code) redirect(codePath(code));
  const problem = looksLikeIssuerNumber(typed)
    ? 'Ese parece el número de la póliza o boleta. El código está en la hoja de entrega: son 20 letras y números.'
    : typed.trim()
      ? 'Revisa el código: son 20 letras y números, en cuatro grupos de cinco.'
      : 'Escribe el código que está en la hoja de entrega.';
  return { typed: typed.slice(0, 200), problem };
}

/** Whether a text is too short for a code, and has the digits and marks of an issuer's number. */
function looksLikeIssuerNumber(typed: string): boolean {
  const text = typed.trim();
  return text.length < 15 && /\d/.test(text) && /^[\p{L}\d][\p{L}\d\s./º°-]*$/u.test(text);
}
