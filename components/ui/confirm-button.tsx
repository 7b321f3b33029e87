import { Button } from '#components/ui/button.tsx';
import { type ButtonStyle, buttonClass } from '#components/ui/button-class.ts';
import { Form } from '#components/ui/form.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = {
  /** The button's text: "Quitar". */
  verb: string;
  /** The verb's object, for screen readers: "1. Seriedad de la oferta". */
  subject?: string;
  buttonStyle: ButtonStyle;
  question: string;
  action: string;
  field: { name: string; value: string };
  extraField?: { name: string; value: string };
};

/** Asks before an irreversible act. The first press unfolds the question. */
export function ConfirmButton({
  verb,
  subject,
  buttonStyle,
  question,
  action,
  field,
  extraField,
}: Props) {
  return (
    <details>
      <summary className={buttonClass(buttonStyle)}>
        <span>
          {verb}
          {subject && <VisuallyHidden> {subject}</VisuallyHidden>}
        </span>
      </summary>
      <div className="mt-2 grid justify-items-start gap-3 rounded-md bg-sunken p-4">
        <p>{question}</p>
        <Form action={action}>
          <input type="hidden" {...field} />
          {extraField && <input type="hidden" {...extraField} />}
          <Button variant="danger" compact>
            <span>
              Sí, {verb.toLowerCase()}
              {subject && <VisuallyHidden> {subject}</VisuallyHidden>}
            </span>
          </Button>
        </Form>
      </div>
    </details>
  );
}
