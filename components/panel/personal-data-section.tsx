import { Card } from '#components/ui/card.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';

export function PersonalDataSection() {
  return (
    <Card id="mis-datos" title="Tus datos personales">
      <p>
        Descarga lo que guardamos de ti en un archivo ZIP, o elimina tu cuenta. La{' '}
        <a href="/privacidad">política de privacidad</a> explica qué guardamos y por qué.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <LinkButton href="/api/account/export" variant="secondary">
          Descargar mis datos
        </LinkButton>
        <LinkButton href="/panel/eliminar-cuenta" variant="quiet">
          Eliminar mi cuenta
        </LinkButton>
      </div>
    </Card>
  );
}
