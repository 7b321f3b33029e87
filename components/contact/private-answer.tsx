import { GuaranteeCard, type Offer } from '#components/contact/guarantee-card.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { contractCopy } from '#lib/domain/law/copy.ts';
import { type ContractTerms, PRIVATE_TYPE } from '#lib/domain/law/schema.ts';

type Props = Offer & { contract: ContractTerms; calculation: Record<string, string> };

/** The answer for a contract between companies, whose guarantees no law regulates. */
export function PrivateAnswer({ contract, ...offer }: Props) {
  const { advance, retention } = contract;
  return (
    <div role="status" className="grid gap-4">
      <h3 className="text-lg">Entre privados manda el contrato</h3>
      <p>
        Ninguna ley fija estas garantías: tipo, monto, plazo y glosa son los que acordaron tú y tu
        mandante. Estas son las usuales.
      </p>
      <GuaranteeCard
        type="cumplimiento"
        tag={<Tag tone="info">La más usual</Tag>}
        text={contractCopy.cumplimiento}
        {...offer}
      />
      {advance && <GuaranteeCard type="anticipo" text={contractCopy.anticipo} {...offer} />}
      {retention && (
        <GuaranteeCard type="canje_retenciones" text={contractCopy.retencion} {...offer} />
      )}
      <form method="get" action="/experto#respuesta" className="grid gap-4">
        <input type="hidden" name="tipo" value={PRIVATE_TYPE} />
        <Checkbox
          name="anticipo"
          label="Me adelantan dinero antes de partir"
          defaultChecked={advance}
        />
        <Checkbox
          name="retencion"
          label="Me retienen una parte de cada pago"
          defaultChecked={retention}
        />
        <div>
          <Button variant="secondary" wide>
            Ver cuáles me calzan
          </Button>
        </div>
      </form>
      <p>
        ¿Te queda una duda?{' '}
        <a href={`/asesor?${new URLSearchParams(offer.calculation)}`} className="inline-block py-1">
          Habla con un asesor
        </a>
        : lee el contrato contigo.
      </p>
    </div>
  );
}
