// showing.js: one key shows to the players what the focus or the pointer is on, and puts it away; L holds their view.
import {$, $$} from './dom.js';
import {base, get, send} from './desk.js';
import {key} from './keys.js';

const putAway = () => $('#signs [data-put-away]');
const isShown = button => button.dataset.shows && button.dataset.shows === $('#signs [data-shown]')?.dataset.shown;

// Buttons of what is shown now are pressed; pressing one again puts it away.
function mark() {
  for (const button of $$('[data-shows]')) button.ariaPressed = String(isShown(button));
}

document.addEventListener('click', event => {
  const button = event.target.closest?.('[data-shows]');
  if (!button || !isShown(button) || !putAway()) return;
  event.stopImmediatePropagation();
  putAway().click();
}, true);

key('shift+v', () => {
  const thing = document.activeElement?.closest('.exhibits') ?? $$('.exhibits:hover').at(-1);
  ($('[data-shows]', thing ?? document.createElement('i')) ?? putAway())?.click();
});
key('l', () => send({type: 'hold_view', on: !$('#signs [data-held]')}));
key('shift+l', () => get(`${base}/drawers/learned`, '#across'));
key('i', () => get(`${base}/drawers/pictures`, '#across'));
document.addEventListener('htmx:after:swap', mark);
mark();
