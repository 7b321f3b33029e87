// The page of a member who pays is one of the panel; those of payment links, beside it, are open to guests.
export { default } from '#app/panel/layout.tsx';
