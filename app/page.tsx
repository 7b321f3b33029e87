export default function Home() {
  return <h1>Resguardo</h1>;
}
