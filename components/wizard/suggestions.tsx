import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import { formPath, pageAmount, type Suggestion } from '#lib/domain/drafts/view.ts';
import { formatDate } from '#lib/platform/chile/format.ts';
import { nameFromCapitals, titleFromCapitals } from '#lib/platform/chile/names.ts';

type Props = {
  page: WizardPage;
  suggestions: readonly Suggestion[];
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  className?: string;
};

export function Suggestions({ page, suggestions, today, className }: Props) {
  if (suggestions.length === 0) return null;
  return (
    <section aria-labelledby="sugerencias" className={className}>
      <h2 id="sugerencias" className="text-lg">
        La ficha de la licitación pide
      </h2>
      <p className="text-sm text-ink-soft">
        Traído de Mercado Público. Elige la que necesites: después puedes cambiar todo.
      </p>
      <ul className="mt-4 grid gap-4">
        {suggestions.map((suggestion) => (
          <li key={suggestion.key} className="rounded-lg border border-line bg-surface p-5">
            <SuggestedGuarantee {...{ page, suggestion, today }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type SuggestionProps = Pick<Props, 'page' | 'today'> & { suggestion: Suggestion };

function SuggestedGuarantee({ page, suggestion, today }: SuggestionProps) {
  const { vencimiento, glosa, beneficiario, key } = suggestion;
  const titulo = titleFromCapitals(suggestion.titulo);
  const amount = pageAmount(suggestion);
  const isOver = vencimiento !== null && vencimiento < today;
  const endText = vencimiento ? formatDate(vencimiento) : 'La ficha no lo dice';
  const facts = [
    { label: 'Monto', value: amount },
    { label: 'Vence', value: isOver ? `${endText}, que ya pasó` : endText },
    { label: 'A favor de', value: beneficiario && nameFromCapitals(beneficiario) },
  ].filter(({ value }) => value);
  return (
    <>
      <h3 className="font-semibold break-words">{titulo}</h3>
      <dl className="mt-2 grid gap-1 text-sm">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex gap-2">
            <dt className="shrink-0 text-ink-soft">{label}</dt>
            <dd className="min-w-0 font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {glosa && (
        <details className="mt-2 text-sm">
          <summary className="w-fit cursor-pointer py-1 text-brand underline underline-offset-4">
            Ver la glosa<VisuallyHidden> de {titulo}</VisuallyHidden>
          </summary>
          <p className="mt-1 break-words">{glosa}</p>
        </details>
      )}
      <Form
        action={formPath('sugerencia', { draft: page.draft, step: page.step })}
        className="mt-3"
      >
        <input type="hidden" name="sugerencia" value={key} />
        <Button variant="secondary" compact>
          Usar esta<VisuallyHidden> garantía: {titulo}</VisuallyHidden>
        </Button>
      </Form>
    </>
  );
}
