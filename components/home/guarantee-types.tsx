import { HomeSection } from '#components/home/home-section.tsx';
import { Icon, isIcon } from '#components/ui/icon.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  type ExamplePrices,
  guaranteeTypeCopy,
  priceNotice,
  priceText,
} from '#lib/domain/requests/submissions/copy.ts';

export function GuaranteeTypes({ prices }: { prices: ExamplePrices }) {
  return (
    <HomeSection
      id="tipos"
      title="Qué garantías puedes pedir"
      intro="Las bases o el contrato dicen cuál te exigen. Si no lo tienes claro, elige la más parecida: el asesor la confirma contigo."
    >
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2">
        {Object.entries(guaranteeTypeCopy).map(([type, { label, meaning }]) => (
          <li
            key={type}
            className="relative bg-surface px-5 py-4 has-[a:hover]:bg-sunken sm:px-6 sm:py-5"
          >
            <h3 className="flex flex-wrap items-center gap-3">
              {isIcon(type) && <Icon name={type} className="size-6 text-copper" />}
              {/* The link covers the whole cell. */}
              <a
                href={`/gestiona-tu-garantia?garantia=${type}`}
                className="min-w-0 py-1 after:absolute after:inset-0"
              >
                {label}
              </a>
            </h3>
            <p className="mt-0.5 text-ink-soft">{meaning}</p>
            {priceText(prices, type) && (
              <p className="mt-1 text-sm font-semibold">
                <UnbrokenText text={`Precio: ${priceText(prices, type)}`} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {prices && (
        <p className="mt-4 max-w-text text-sm text-ink-soft">
          <UnbrokenText text={priceNotice(prices.day)} />
        </p>
      )}
    </HomeSection>
  );
}
