import { Section } from '#components/ui/section.tsx';
import { StepList } from '#components/ui/step-list.tsx';

type Props = {
  steps: readonly string[];
  /** Text that says whether the documents are complete. */
  filesText: string;
};

export function RequestSteps({ steps, filesText }: Props) {
  if (steps.length === 0) return null;
  return (
    <Section title="Qué sigue">
      <StepList steps={steps} />
      <p className="mt-3">{filesText}</p>
    </Section>
  );
}
