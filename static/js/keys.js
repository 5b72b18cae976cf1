// keys.js: one list of keys. A button says its own with data-key; key() adds what no button does.
import {$, $$, typing} from './dom.js';

const handlers = new Map();

// key('shift+s', event => ...): the name is the modifiers in the order ctrl, shift, then the key in lower case.
export function key(name, handler) {
  handlers.set(name, handler);
}

// A Latin letter counts as typed; on another script the place of the key counts.
export function nameOf(event) {
  const latin = /^[\x21-\x7e]$/.test(event.key);
  const base = latin || event.key.length > 1 ? event.key.toLowerCase() : event.code.replace(/^(Key|Digit)/, '').toLowerCase();
  const letter = /^[a-z]$/.test(base) || event.key.length > 1;
  return `${event.ctrlKey || event.metaKey ? 'ctrl+' : ''}${event.shiftKey && letter ? 'shift+' : ''}${base}`;
}

const shown = element => element.checkVisibility?.() ?? true;
const open = root => $$('[data-key]', root).filter(element => !element.disabled && shown(element));
const named = (root, name, but) => open(root).find(e => e.dataset.key.split(' ').includes(name) && !(but && e.closest(but)));

// Letters inside an open drawer belong to it, Enter to its form; then to the picked row, with what is asked there, but not
// what was opened in it; then to the page; then to what is asked in any row.
function target(event, name) {
  const drawer = event.target.closest?.('.drawer, .across');
  if (drawer) return named(drawer, name);
  const row = $('[data-ui-picked]');
  return (row && named(row, name, '.slot')) ?? named(document, name, '.row, .drawer') ?? asked(name);
}

const asked = name => $$('.row > .drawer').map(drawer => named(drawer, name)).find(Boolean);

function use(element) {
  if (element.matches('input:not([type=checkbox], [type=radio]), textarea, select')) {
    element.focus();
    element.select?.();
  } else element.click();
}

// Enter in a drawer's field is the form's own; Enter or Escape gives the keys back to the board.
function leave(event, field) {
  if (event.key !== 'Escape') return;
  const row = field.closest('.row, .across, .omni');
  field.blur();
  (row?.closest('.row') ?? $('#main'))?.focus({preventScroll: true});
  field.dispatchEvent(new CustomEvent('shirma:left', {bubbles: true}));
}

const LETTER = /^(shift\+)?[^\w]$|^(shift\+)?[a-z]$/;
const OWN = /^(enter|backspace|arrow.*)$/;
const ONCE = /^(shift\+)?[a-il-z]$|^ctrl\+(shift\+)?z$|^enter$/; // a key that is held down does its work once
const UNDO = /^ctrl\+(shift\+)?z$/;

// A field keeps all keys but the search; a button, a link and a track keep the ones that work them.
function rests(event, name) {
  if (LETTER.test(name) && document.body.dataset.letters === 'off') return true;
  if (typing(event)) return UNDO.test(name) || !name.startsWith('ctrl+');
  return OWN.test(name) && event.target.matches?.('button, a, summary, [role=slider]');
}

document.addEventListener('keydown', event => {
  if (event.altKey || event.isComposing || event.defaultPrevented) return;
  const name = nameOf(event), field = typing(event);
  if (event.repeat && !field && ONCE.test(name)) { event.preventDefault(); return; }
  if (name === 'escape' && $(':popover-open')) return;  // the browser closes that, and nothing else
  if (field) leave(event, field);
  if (rests(event, name)) return;
  const inDrawer = event.target.closest?.('.drawer, .across');
  const element = target(event, name), handler = inDrawer && (LETTER.test(name) || name === 'enter') ? null : handlers.get(name);
  if (!element && !handler) return;
  event.preventDefault();
  if (element) use(element);
  else handler(event);
});
