export function Cookies() {
  return (
    <>
      <h2>Cookies</h2>
      <p>
        Solo las necesarias, ninguna de publicidad. Contamos las veces que se abre cada página del
        formulario, sin saber quién.
      </p>
      <ul>
        <li>
          <strong>csrf-token,</strong> 2 horas: impide envíos de otros sitios.
        </li>
        <li>
          <strong>borrador,</strong> 30 días desde el último cambio: tus solicitudes en curso.
        </li>
        <li>
          <strong>service_session,</strong> hasta 30 días: tu sesión.
        </li>
        <li>
          <strong>navegador,</strong> 400 días: avisa de ingresos desde otro.
        </li>
        <li>
          <strong>segundo_paso,</strong> 10 minutos: espera tu segundo paso.
        </li>
        <li>
          <strong>google_login_…,</strong> 10 minutos, y <strong>google_cuenta,</strong> 15:
          protegen el ingreso con Google.
        </li>
        <li>
          <strong>restablecer,</strong> 1 hora: el enlace para cambiar tu contraseña.
        </li>
        <li>
          <strong>enlace-clave,</strong> 1 hora, y <strong>enlace-envio,</strong> 15 minutos:
          recuerdan que diste la contraseña de un enlace y que se contó su descarga.
        </li>
        <li>
          <strong>formulario,</strong> 5 minutos: guarda lo que hay que corregir, nunca contraseñas
          ni códigos.
        </li>
      </ul>
    </>
  );
}
