// A paying member sees a page of the panel. The payment links beside it are open to guests.
export { default } from '#app/panel/layout.tsx';
