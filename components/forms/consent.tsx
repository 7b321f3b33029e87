import { Checkbox } from '#components/ui/checkbox.tsx';

type Props = {
  name: string;
  /** The purpose for which the data is used. */
  use: string;
  defaultChecked?: boolean;
  error?: string;
};

/** Asks for consent. The policy opens in another tab, so that typed values stay. */
export function Consent({ use, ...props }: Props) {
  return (
    <Checkbox
      {...props}
      label={
        <>
          Acepto que Resguardo use estos datos para {use}, como explica la{' '}
          <a href="/privacidad" target="_blank" rel="noopener">
            política de privacidad
          </a>
          .
        </>
      }
    />
  );
}
