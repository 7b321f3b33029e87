import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { formPath, WIZARD } from '#lib/domain/drafts/view.ts';

/**
 * Chooses a tender for the draft from which the search was opened, or else begins a request for it.
 */
export function TenderChoice({ code, draft }: { code: string; draft: string | undefined }) {
  if (!draft) {
    return (
      <LinkButton
        href={`${WIZARD}?licitacion=${encodeURIComponent(code)}`}
        variant="secondary"
        compact
      >
        Pedir esta garantía<VisuallyHidden> para {code}</VisuallyHidden>
      </LinkButton>
    );
  }
  return (
    <Form action={formPath('licitacion/guardar', { step: 'licitacion', draft })}>
      <input type="hidden" name="idLicitacion" value={code} />
      <Button variant="secondary" compact>
        Elegir esta licitación<VisuallyHidden> {code}</VisuallyHidden>
      </Button>
    </Form>
  );
}
