import { Checkbox } from '#components/ui/checkbox.tsx';

type Props = {
  name: string;
  /** Purpose of the data. */
  use: string;
  defaultChecked?: boolean;
  error?: string;
};

/** The policy opens in another tab, so that the typed values stay. */
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
