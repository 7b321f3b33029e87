import { TenderIdTextField } from '#components/forms/tender-id-text-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { formPath } from '#lib/domain/drafts/view.ts';
import { parseTypedTenderId } from '#lib/domain/marketplace/rules.ts';

type Props = {
  initialText?: string | undefined;
  /** Why the typed text is no id. */
  error?: string | undefined;
  draft: string | undefined;
};

/**
 * Begins a request for the tender with the typed id, or sets it in `draft`. The field starts with
 * an id in `initialText`.
 */
export function TenderIdForm({ initialText = '', error, draft }: Props) {
  const parsed = parseTypedTenderId(initialText);
  return (
    <section aria-labelledby="ya-tengo-id" className="mb-8 border-b border-line pb-8">
      <h2 id="ya-tengo-id" className="text-lg">
        ¿Ya tienes el ID?
      </h2>
      <Form
        {...(draft
          ? {
              method: 'post',
              action: formPath('licitacion/guardar', { step: 'licitacion', draft }),
            }
          : { method: 'get', action: undefined })}
        className="mt-4 flex flex-wrap items-end gap-4"
      >
        {draft && <input type="hidden" name="desde" value="licitaciones" />}
        <div className="w-full max-w-80">
          <TenderIdTextField
            name={draft ? 'idLicitacion' : 'id'}
            label="ID de la licitación"
            hint="Por ejemplo, 4809-45-LE26."
            autoComplete="off"
            maxLength={300}
            defaultValue={parsed.ok ? parsed.code.id : error && initialText}
            error={error}
          />
        </div>
        <Button variant="secondary">
          {draft ? 'Elegir esta licitación' : 'Pedir la garantía'}
        </Button>
      </Form>
    </section>
  );
}
