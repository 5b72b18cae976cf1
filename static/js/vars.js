// vars.js: data-v and data-w become custom properties where typed attr() is missing.
import {$$} from './dom.js';

const native = CSS.supports('width', 'calc(attr(data-v type(<number>), 0) * 1%)');

export function bridge(root = document) {
  if (native) return;
  for (const element of $$('[data-v], [data-w]', root)) {
    if (element.dataset.v) element.style.setProperty('--v', element.dataset.v);
    if (element.dataset.w) element.style.setProperty('--w', element.dataset.w);
  }
}

bridge();
document.addEventListener('htmx:after:swap', () => bridge());
