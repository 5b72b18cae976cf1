// ahead.js: keys that are struck while a drawer is on its way are for the drawer, not for the board.
import {$, typing} from './dom.js';

const LONGEST = 4000; // milliseconds after which nobody waits any more
let coming = null, held = [];

const slotOf = ctx => typeof ctx.target === 'string' ? $(ctx.target) : ctx.target;
const isDrawer = (ctx, slot) => slot?.matches?.('.slot') && /\/drawers\//.test(ctx.request?.action ?? '');

document.addEventListener('htmx:config:request', event => {
  const ctx = event.detail.ctx, slot = slotOf(ctx);
  if (!isDrawer(ctx, slot)) return;
  coming = {ctx, slot, until: performance.now() + LONGEST};
  held = [];
});

const plain = event => !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
const isHeld = key => key.length === 1 || key === 'Enter' || key === 'Backspace' || key === 'Escape';

document.addEventListener('keydown', event => {
  if (!coming || performance.now() > coming.until || typing(event) || !plain(event) || !isHeld(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) held.push({key: event.key, code: event.code, shiftKey: event.shiftKey});
}, true);

const takes = (field, key) => field.matches('textarea, input') && (field.type !== 'number' || /[\d.,+-]/.test(key));

function write(field, text) {
  field.value = field.maxLength > 0 ? text.slice(0, field.maxLength) : text;
  field.dispatchEvent(new Event('input', {bubbles: true}));
}

// As if the key were struck only now: into the drawer's own field, else as a key of the drawer, where no digit picks.
function strike(one) {
  const here = document.activeElement, field = typing({target: here});
  if (field && one.key === 'Enter') field.form?.requestSubmit();
  else if (field && one.key === 'Backspace') write(field, field.value.slice(0, -1));
  else if (field && one.key !== 'Escape') takes(field, one.key) && write(field, field.value + one.key);
  else if (!/^\d$/.test(one.key)) here.dispatchEvent(new KeyboardEvent('keydown', {...one, bubbles: true, cancelable: true}));
}

document.addEventListener('htmx:finally:request', event => {
  if (!coming || event.detail.ctx !== coming.ctx) return;
  const {slot} = coming, keys = held;
  coming = null;
  held = [];
  if (slot.isConnected && slot.contains(document.activeElement)) keys.forEach(strike);
});
