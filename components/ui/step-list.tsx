import { UnbrokenText } from '#components/ui/unbroken-text.tsx';

export function StepList({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="grid max-w-text list-decimal gap-2 pl-6">
      {steps.map((step) => (
        <li key={step}>
          <UnbrokenText text={step} />
        </li>
      ))}
    </ol>
  );
}
