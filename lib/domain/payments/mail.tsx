import { render } from '@react-email/render';
import { requestUrl } from '#lib/domain/payments/links.ts';
import type { Payment, PaymentRequest } from '#lib/domain/payments/reads.ts';
import { paymentRows, paymentUrl, pesos } from '#lib/domain/payments/view.ts';
import { brand } from '#lib/platform/brand.ts';
import { formatDay } from '#lib/platform/format.ts';
import {
  BigNumber,
  ButtonLink,
  Details,
  MailLayout,
  MailLink,
  Paragraph,
  Small,
} from '#lib/platform/mail/layout.tsx';
import type { Mail } from '#lib/platform/mail/mail.ts';

type Content = Pick<Mail, 'subject' | 'html' | 'text'>;

/** To the payer, with the receipt as PDF. The same payment always gives the same bytes. */
export async function receiptMail(payment: Payment): Promise<Content> {
  const title = 'Recibimos tu pago';
  const lead = 'Webpay aprobó tu pago. El comprobante va adjunto en PDF.';
  return paymentMail(payment, {
    title,
    lead,
    big: { label: 'Pagaste', value: pesos(payment.amount) },
    subject: `${title}: ${pesos(payment.amount)}`,
  });
}

/** @param refundedAmount pesos given back in all when this mail was caused. */
export async function refundMail(payment: Payment, refundedAmount: number): Promise<Content> {
  const whole = refundedAmount >= payment.amount;
  const title = whole ? 'Devolvimos tu pago' : 'Devolvimos parte de tu pago';
  const lead = 'El dinero vuelve al mismo medio de pago. El plazo depende de tu banco.';
  return paymentMail(
    { ...payment, refundedAmount },
    {
      title,
      lead,
      big: { label: 'Devuelto', value: pesos(refundedAmount) },
      subject: `${title}: ${pesos(refundedAmount)}`,
    },
  );
}

/** To the addressee of a payment request: what for, how much, and where. */
export async function requestMail(request: PaymentRequest): Promise<Content> {
  const url = requestUrl(request.id);
  const title = 'Tienes un pago pendiente';
  const lead = `El equipo de ${brand.name} te pide pagar: ${request.description}.`;
  const validity = `Pagas con Webpay, con tu cuenta de ${brand.name}. El enlace sirve hasta el ${formatDay(request.expiresAt)}.`;
  const footer = `Recibes este correo porque un asesor de ${brand.name} pidió este pago a tu dirección. Si no lo esperabas, responde este mensaje y no pagues.`;
  const html = await render(
    <MailLayout preview={lead} title={title} footer={footer}>
      <Paragraph>{lead}</Paragraph>
      <BigNumber label="Monto">{pesos(request.amount)}</BigNumber>
      <ButtonLink href={url}>Revisar y pagar</ButtonLink>
      <Small>{validity}</Small>
      <Small>
        Si el botón no funciona, copia esta dirección en tu navegador:
        <br />
        <MailLink href={url}>{url}</MailLink>
      </Small>
    </MailLayout>,
  );
  const amount = `Monto: ${pesos(request.amount)}`;
  const text = [title, lead, amount, url, validity, footer].join('\n\n');
  return { subject: `${title}: ${pesos(request.amount)}`, html, text };
}

type Parts = {
  title: string;
  lead: string;
  big: { label: string; value: string };
  subject: string;
};

async function paymentMail(payment: Payment, { title, lead, big, subject }: Parts) {
  const url = paymentUrl(payment.buyOrder);
  const rows = paymentRows(payment);
  const footer = `Recibes este correo porque pagaste con tu cuenta de ${brand.name}.`;
  const html = await render(
    <MailLayout preview={lead} title={title} footer={footer}>
      <Paragraph>{lead}</Paragraph>
      <BigNumber label={big.label}>{big.value}</BigNumber>
      <Details rows={rows} />
      <ButtonLink href={url}>Ver el pago</ButtonLink>
    </MailLayout>,
  );
  const details = rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  const text = [title, lead, `${big.label}: ${big.value}`, details, url, footer].join('\n\n');
  return { subject, html, text };
}
