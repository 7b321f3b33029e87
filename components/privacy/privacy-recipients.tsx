export function PrivacyRecipients() {
  return (
    <>
      <h2>Quién los ve</h2>
      <p>
        Los asesores que atienden tu solicitud: cuando abren lo que enviaste o uno de sus archivos
        queda anotado, y si tienes cuenta lo ves en tu actividad. Si para avanzar hay que presentar
        tus antecedentes a una entidad que otorga garantías, el asesor te lo dice antes. También los
        tratan, por encargo nuestro y solo para esto, los proveedores que hacen funcionar el
        servicio:
      </p>
      <ul>
        <li>
          <strong>Alojamiento:</strong> guarda la base de datos y los archivos.
        </li>
        <li>
          <strong>Resend:</strong> envía los correos, como tu comprobante o un código.
        </li>
        <li>
          <strong>HubSpot,</strong> cuando está conectado: ordena el seguimiento de los asesores.
          Recibe tus datos de contacto, lo que escribiste o pediste, los nombres de tus documentos y
          el aviso de tus reuniones y pagos.
        </li>
        <li>
          <strong>La agenda (Cal.com),</strong> cuando está conectada: si abres el enlace para
          elegir una hora, recibe tu nombre y tu correo, y nos avisa de la reunión.
        </li>
        <li>
          <strong>Transbank (Webpay Plus),</strong> si pagas: recibe la orden de compra y el monto,
          y en su página los datos de tu tarjeta, que nosotros no vemos. No le enviamos tu nombre ni
          tu correo.
        </li>
        <li>
          <strong>Cloudflare Turnstile,</strong> cuando está activo: distingue personas de programas
          al enviar un formulario.
        </li>
        <li>
          <strong>Registro de errores,</strong> cuando está activo: recibe avisos técnicos de
          fallas, sin tus respuestas.
        </li>
      </ul>
      <p>
        Si eliges ingresar con Google, Google se entera de que usas Resguardo y nos da tu correo, tu
        nombre y tu identificador. No le enviamos tus solicitudes.
      </p>
      <p>
        Mercado Público, del Estado, recibe de nosotros el ID de la licitación y el RUT de la
        empresa que escribes, para traer sus datos públicos. No recibe el RUT de personas, ni tu
        nombre ni tus otras respuestas.
      </p>
      <p>
        Algunos de estos proveedores operan fuera de Chile, entre otros países en Estados Unidos:
        tus datos pueden tratarse allá.
      </p>

      <h2>Cómo los protegemos</h2>
      <p>
        Las conexiones van cifradas, los archivos se abren con enlaces imposibles de adivinar y solo
        acceden quienes los necesitan para atenderte. Si una falla pone en riesgo tus datos, damos
        los avisos que la ley exige.
      </p>
    </>
  );
}
