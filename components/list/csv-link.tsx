import { listHref } from '#components/list/list-table.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { HolderLink } from '#components/ui/holder-scope.tsx';

type Props = { path: string; values: Record<string, string> };

/**
 * A link to the CSV of an account holder's list. `values` filter it in the same way as the list.
 */
export function CsvLink({ path, values }: Props) {
  return (
    <HolderLink
      href={listHref(`${path}/csv`, values)}
      className={buttonClass({ variant: 'secondary', wide: true })}
      download
    >
      Descargar CSV
    </HolderLink>
  );
}
