import { escaped } from '#tests/support/providers/http-server.ts';
import type { ReceivedMail } from '#tests/support/providers/resend.ts';

/** Shows the mails that the stand-in took, newest first, as text, for `npm run providers`. */
export function resendPage(received: readonly ReceivedMail[]): string {
  const buttons = [
    ['delivered', 'Llegó'],
    ['delivery_delayed', 'Se demora'],
    ['bounced', 'Rebotó'],
    ['complained', 'Correo no deseado'],
  ].map(([kind, label]) => `<button formaction="/mails/ID/${kind}">${label}</button>`);
  const mails = received.map(({ id, to, subject, text = '' }) => {
    const linked = escaped(text).replace(
      /https?:\/\/[^\s&]+/g,
      (url) => `<a href="${url}">${url}</a>`,
    );
    return `<article><h2>${escaped(subject)}</h2><p>${escaped([to].flat().join(', '))}</p><form method="post">${buttons.join(' ').replaceAll('/ID/', `/${id}/`)}</form><pre>${linked}</pre></article>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Resend (stand-in)</title>
    <style>body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
    article{border-top:1px solid}pre{white-space:pre-wrap}</style><h1>Resend (stand-in)</h1>
    <p>${received.length} mails; none left this machine.</p>${mails.reverse().join('')}`;
}
