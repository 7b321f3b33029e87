import { LinkButton } from '#components/ui/link-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = { path: string; amount: string; description: string };

/** A link to the page of a payment request, which names it for screen readers. */
export function PayLink({ path, amount, description }: Props) {
  return (
    <LinkButton href={path} wide>
      Pagar
      <VisuallyHidden>
        {' '}
        {amount}: {description}
      </VisuallyHidden>
    </LinkButton>
  );
}
