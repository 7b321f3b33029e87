import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { findPageDraft } from '#app/page-draft.ts';
import type { PageProps } from '#app/page-query.ts';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { isUnsent, nextPlace } from '#lib/domain/drafts/rules.ts';
import { givenTenderId } from '#lib/domain/drafts/schema.ts';
import { placePath, startPath, WIZARD } from '#lib/domain/drafts/view.ts';

export const metadata: Metadata = { title: 'Pide tu garantía' };

/** Straight to the first question, unless this device has a request that was not sent yet. */
export default async function StartPage({ searchParams }: PageProps) {
  const { licitacion } = await searchParams;
  const tenderId = givenTenderId(licitacion);
  const draft = await findPageDraft();
  if (!draft || !isUnsent(draft)) redirect(startPath(tenderId));
  return (
    <>
      <BackLink href="/" />
      <PageHeading lead="Tienes una solicitud que todavía no envías. Tus respuestas siguen guardadas.">
        ¿Seguimos donde quedaste?
      </PageHeading>
      <div className="flex flex-wrap gap-4">
        <LinkButton href={placePath(nextPlace(draft.answers))} wide>
          Seguir con mi solicitud
        </LinkButton>
        <Form action={`/f${WIZARD}/empezar`} className="w-full sm:w-auto">
          {tenderId && <input type="hidden" name="licitacion" value={tenderId} />}
          <Button variant="secondary" wide>
            {tenderId ? `Empezar otra para ${tenderId}` : 'Empezar otra'}
          </Button>
        </Form>
      </div>
    </>
  );
}
