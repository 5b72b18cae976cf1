// dom.js: the few words every module uses.
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const coarse = matchMedia('(pointer: coarse)');

const TYPED = 'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, [contenteditable]';
export const typing = event => event.target.closest?.(TYPED) ?? null;

// A choice of this device, told to the server as well, so that the next page is drawn right at once.
export function keep(name, value) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax${secure}`;
}
