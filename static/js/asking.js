// asking.js: what would happen is asked for anew when something in a form changes. The wait is kept here: htmx forgets
// a delayed trigger of its own when an answer draws the form around it anew, and the last change would go unseen.
import {$} from './dom.js';

const AT_ONCE = 20, LONGEST = 4000; // milliseconds
const waiting = new Map(); // by form: a change that is still to be asked about
const asked = new Map(); // by form: the request that asks about its last change, until it is over
const held = new Map(); // by form: what was tapped in the meantime

const byId = id => document.getElementById(id);
const formOf = element => element.closest?.('[id]:has(> .again[data-asks])');
const askingFor = event => event.detail.ctx.sourceElement?.closest?.('.again')?.parentElement?.id;

function ask(id) {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  const form = byId(id);
  if (!form) return;
  asked.set(id, null);
  form.dispatchEvent(new CustomEvent('shirma:again'));
}

// The element that asks is a child of what it draws and says how many milliseconds of typing are one change.
function changed(event) {
  const form = formOf(event.target);
  if (!form) return;
  clearTimeout(waiting.get(form.id));
  const after = event.type === 'change' ? AT_ONCE : Number($(':scope > .again', form).dataset.asks);
  waiting.set(form.id, setTimeout(() => ask(form.id), after));
}
document.addEventListener('input', changed);
document.addEventListener('change', changed);

// What was asked before the last change knows nothing of it: its answer would take back a face just tapped.
document.addEventListener('htmx:before:swap', event => {
  if (waiting.has(askingFor(event))) event.preventDefault();
});

document.addEventListener('htmx:before:request', event => {
  const id = askingFor(event);
  if (asked.has(id)) asked.set(id, event.detail.ctx);
});
document.addEventListener('htmx:finally:request', event => {
  for (const [id, ctx] of asked) {
    if (ctx !== event.detail.ctx) continue;
    asked.delete(id);
    if (!waiting.has(id)) release(id);
  }
});

// A button whose command the server wrote knows nothing of the last change either: a tap waits until it is drawn anew.
// Not so where each tap is one step more from whatever there is by then (data-each).
const WRITTEN = 'button[data-alone]:not([data-each]), button[hx-post], button[name="_roll"]';

function release(id, tap = held.get(id)) {
  if (!tap || held.get(id) !== tap) return;
  held.delete(id);
  (tap.button.isConnected ? tap.button : byId(tap.button.id))?.click();
}

document.addEventListener('click', event => {
  const button = event.target.closest?.(WRITTEN), id = button && formOf(button)?.id;
  if (!waiting.has(id) && !asked.has(id)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const tap = {button};
  held.set(id, tap);
  setTimeout(() => {  // the line is so slow that nobody would wait
    if (held.get(id) === tap) asked.delete(id);
    release(id, tap);
  }, LONGEST);
  if (waiting.has(id)) ask(id);
}, true);
