// Members pay within the panel. The payment links in the sibling folders are open to guests.
export { default } from '#app/panel/layout.tsx';
