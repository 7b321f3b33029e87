import StepPage from '#app/gestiona-tu-garantia/[paso]/page.tsx';
import { browseAs, renderPage } from '#tests/support/page-request.ts';
import type { Visitor } from '#tests/support/wizard.ts';

/** Returns a page of the draft that this person sees, or of the URL that `query` names. */
export function stepPage(who: Visitor, paso: string, query: Record<string, string> = {}) {
  browseAs(who.cookies);
  return renderPage(StepPage, { paso }, { ...who.query(), ...query });
}
