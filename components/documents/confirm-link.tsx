import { LinkButton } from '#components/ui/link-button.tsx';

/** URL that takes files whose category is confirmed on the next page. */
export const ARRIVALS = '/api/documents/arrivals';

/** An item of the list of uploads that leads to the page on which uploaded files are confirmed, if others failed. */
export function ConfirmLink({ count, href }: { count: number; href: string }) {
  return (
    <li>
      <LinkButton href={href} wide>
        {count === 1 ? 'Confirmar el que subió' : `Confirmar los ${count} que subieron`}
      </LinkButton>
    </li>
  );
}
