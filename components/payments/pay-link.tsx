import { LinkButton } from '#components/ui/link-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = { path: string; amount: string; description: string; compact?: boolean };

/** To the page of a link that asks for a payment; by ear it says which. */
export function PayLink({ path, amount, description, compact }: Props) {
  return (
    <LinkButton href={path} wide={!compact} compact={compact}>
      Pagar
      <VisuallyHidden>
        {' '}
        {amount}: {description}
      </VisuallyHidden>
    </LinkButton>
  );
}
