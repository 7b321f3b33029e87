import { Section } from '#components/ui/section.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';

type Props = {
  steps: readonly string[];
  /** Says whether the documents are complete. */
  filesText: string;
};

export function RequestSteps({ steps, filesText }: Props) {
  if (steps.length === 0) return null;
  return (
    <Section title="Qué sigue">
      <ol className="grid max-w-text list-decimal gap-2 pl-6">
        {steps.map((step) => (
          <li key={step}>
            <UnbrokenText text={step} />
          </li>
        ))}
      </ol>
      <p className="mt-3">{filesText}</p>
    </Section>
  );
}
