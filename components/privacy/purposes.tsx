export function Purposes() {
  return (
    <>
      <h2>Para qué, y con qué base legal</h2>
      <ul>
        <li>
          <strong>Revisar tu solicitud y responderte:</strong> gestiones previas a un contrato, que
          tú pides al enviarla, y tu consentimiento.
        </li>
        <li>
          <strong>Responder lo que nos escribes:</strong> tu petición y tu consentimiento. No quedas
          en ninguna lista de correo.
        </li>
        <li>
          <strong>Darte una cuenta:</strong> el servicio que pides al crearla, y tu consentimiento.
        </li>
        <li>
          <strong>Cobrar lo que decidas pagar:</strong> el contrato por el que pagas. Si un asesor
          te pide un pago, guardamos el correo al que lo pidió.
        </li>
        <li>
          <strong>Cuidar el servicio de abusos y fallas:</strong> nuestro interés legítimo en que
          siga seguro y disponible. Para eso usamos los datos técnicos, las sesiones y la actividad.
          Para limitar los intentos contamos por dirección IP o cuenta, guardadas solo como una
          huella irreconocible que se borra pronto. Hasta saber que una dirección de correo es de
          quien la escribió, no le enviamos lo escrito: solo un enlace para verlo.
        </li>
        <li>
          <strong>Cumplir la ley:</strong> cuando una norma obliga a guardar o entregar un dato.
        </li>
      </ul>
      <p>
        No vendemos tus datos, no los usamos para publicidad y no tomamos decisiones automáticas
        sobre ti: cada solicitud la revisa una persona. Sin los datos obligatorios no podemos
        responderte; los demás son opcionales.
      </p>
    </>
  );
}
