export function Cookies() {
  return (
    <>
      <h2>Cookies</h2>
      <p>
        Solo las necesarias, ninguna de publicidad ni de medición. Contamos cuántas veces se abre
        cada página del formulario, sin saber quién.
      </p>
      <ul>
        <li>
          <strong>csrf-token,</strong> 2 horas: impide que otro sitio envíe datos en tu nombre.
        </li>
        <li>
          <strong>borrador,</strong> 30 días desde el último cambio: recuerda tu solicitud en curso.
        </li>
        <li>
          <strong>service_session,</strong> hasta 30 días: mantiene abierta tu sesión.
        </li>
        <li>
          <strong>navegador,</strong> 400 días: lo reconoce, para avisarte de ingresos desde otro.
        </li>
        <li>
          <strong>google_login,</strong> 10 minutos: protege el ingreso con Google.
        </li>
        <li>
          <strong>google_cuenta,</strong> 15 minutos: recuerda con qué usuario de Google vienes
          mientras confirmas que la cuenta es tuya.
        </li>
        <li>
          <strong>restablecer,</strong> 1 hora: guarda el enlace con que cambias tu contraseña.
        </li>
        <li>
          <strong>enlace-clave,</strong> 1 hora, y <strong>enlace-envio,</strong> 15 minutos: al
          abrir un enlace compartido, recuerdan que diste su contraseña y que esa descarga ya se
          contó.
        </li>
        <li>
          <strong>formulario,</strong> 5 minutos: si hay algo que corregir, guarda en tu navegador
          lo que escribiste. Nunca contraseñas ni códigos.
        </li>
      </ul>
    </>
  );
}
