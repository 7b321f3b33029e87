import { Button } from '#components/ui/button.tsx';
import { Form } from '#components/ui/form.tsx';

type Props = {
  action: string;
  label: string;
  next?: string | undefined;
  creates?: boolean;
  variant?: 'secondary';
};

/** Its device is asked by a script: without scripts it is not there. */
export function PasskeyForm({ action, label, next, creates, variant }: Props) {
  return (
    <>
      <Form
        action={action}
        next={next}
        data-passkey={creates ? 'create' : 'show'}
        className="grid justify-items-start gap-3 noscript:hidden"
      >
        <input type="hidden" name="credential" />
        <Button wide {...(variant && { variant })}>
          {label}
        </Button>
        <p role="status" className="text-danger empty:hidden" />
      </Form>
      <p className="hidden text-ink-soft noscript:block">
        Las llaves de acceso (passkeys) necesitan JavaScript.
      </p>
    </>
  );
}
