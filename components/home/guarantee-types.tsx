import { Section } from '#components/home/section.tsx';
import { Icon, isIcon } from '#components/ui/icon.tsx';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';

export function GuaranteeTypes() {
  return (
    <Section
      id="tipos"
      title="Qué garantías puedes pedir"
      lead="Las bases o el contrato dicen cuál te exigen. Si no lo tienes claro, elige la más parecida: el asesor la confirma contigo."
    >
      <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
        {Object.entries(guaranteeTypeCopy).map(([type, { label, meaning }]) => (
          <div key={type} className="bg-surface px-5 py-4 sm:px-6 sm:py-5">
            <dt className="flex items-center gap-3 font-semibold">
              {isIcon(type) && <Icon name={type} className="size-6 text-copper" />}
              {label}
            </dt>
            <dd className="mt-0.5 text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
