import { Section } from '#components/home/section.tsx';
import { Icon } from '#components/ui/icon.tsx';

export function Audience() {
  return (
    <Section id="para-quien" title="Para quién es y qué conviene tener a mano" raised>
      <div className="grid gap-8 md:grid-cols-2 lg:gap-20">
        <List title="Te sirve si" icon="check" items={audience} />
        <List title="Ten a mano" icon="file" items={atHand} />
      </div>
    </Section>
  );
}

type ListProps = { title: string; icon: 'check' | 'file'; items: readonly string[] };

function List({ title, icon, items }: ListProps) {
  return (
    <div>
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-4 grid gap-3">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Icon name={icon} className="mt-1 size-5 text-copper" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

const audience = [
  'Vas a ofertar en Mercado Público y las bases piden garantía de seriedad.',
  'Te adjudicaron y debes garantizar el cumplimiento o el anticipo.',
  'Tienes un contrato con un mandante privado que exige garantías.',
  'Quieres recuperar tus retenciones o financiar el contrato.',
];

const atHand = [
  'El ID de la licitación, o los datos del mandante.',
  'El RUT y la dirección de tu empresa.',
  'El monto, la moneda y las fechas de vigencia que te exigen.',
  'Las bases o el contrato, en PDF, Word, Excel o imagen. Es opcional.',
];
