import { Section } from '#components/ui/section.tsx';
import { SummaryList, type SummaryRow } from '#components/ui/summary-list.tsx';

type Props = {
  rows: readonly SummaryRow[];
  /** Terms that the payer accepted together with the price. */
  terms: string | undefined;
  title?: string;
};

export function PaymentSummary({ rows, terms, title = 'Qué pagas' }: Props) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <SummaryList rows={rows} />
      {terms && (
        <details open={terms.length < MAX_UNFOLDED_CHARACTERS} className="mt-4">
          <summary className="w-fit cursor-pointer py-1.5 text-brand underline underline-offset-4">
            Ver las condiciones
          </summary>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{terms}</p>
        </details>
      )}
    </Section>
  );
}

/** Texts with more characters are folded. */
const MAX_UNFOLDED_CHARACTERS = 300;
