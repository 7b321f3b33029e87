import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  expectationCopy,
  expectationLabel,
  guideNotice,
  lawCitation,
  tenderTypeName,
} from '#lib/domain/law/copy.ts';
import { type Expectations, expectationsOfType } from '#lib/domain/law/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';

type Props = {
  type: string;
  /** Guarantees whose rules the page mentions elsewhere. */
  mentioned: readonly string[];
  /** True if the page has a warning that is explained here. */
  isOpen: boolean;
};

/** Id of the explanation, to which warnings link. */
export const LAW_HINT = 'ley';

/** Shows which guarantees the law allows for this type of tender, with the source. */
export function LawHint({ type, mentioned, isOpen }: Props) {
  const name = tenderTypeName(type);
  const expectations = expectationsOfType(type);
  const guarantees = lawGuarantees.filter((guarantee) => !mentioned.includes(guarantee));
  if (!name) return null;
  return (
    <details id={LAW_HINT} open={isOpen} className="rounded-lg bg-sunken p-4 text-sm">
      <summary className="cursor-pointer">
        <strong>Qué dice la ley</strong> para una {name.charAt(0).toLowerCase() + name.slice(1)} (
        {type})
      </summary>
      {guarantees.length === 0 && <p className="mt-2">Lo marcamos arriba, en cada garantía.</p>}
      <ul className="mt-2 grid gap-2 empty:hidden">
        {guarantees.map((guarantee) => (
          <li key={guarantee}>
            <span className="font-semibold">
              {guaranteeTypeCopy[guarantee].label}:{' '}
              {expectationLabel[expectations[guarantee]].toLowerCase()}.
            </span>{' '}
            {expectationCopy[guarantee][expectations[guarantee]]}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-soft">
        {guideNotice}{' '}
        <a href={lawCitation.href} target="_blank" rel="noopener">
          {lawCitation.text}
        </a>
        . <UnbrokenText text={`${lawCitation.checked}.`} />
      </p>
    </details>
  );
}

const lawGuarantees: (keyof Expectations)[] = ['seriedad', 'cumplimiento'];
