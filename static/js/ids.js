// ids.js: random names that also work over plain http, where crypto.randomUUID is missing.
export function newId(bytes = 12) {
  const raw = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...raw)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
