// desk.js: drawers of the GM's screen. They ask the server what would happen; no rule is here.
import {$, $$, typing} from './dom.js';
import {key} from './keys.js';
import {openTab} from './shell.js';
import './ahead.js';
import './emptied.js';
import './board.js';
import './pins.js';
import './sending.js';
import './dice.js';

const main = $('#main');
export const base = main.dataset.base;
const picked = () => $('.row[data-ui-picked]');
const rowId = row => row?.dataset.creature ?? '';

// htmx sends along every field inside the source, so it is an element that has none. Commands wait for each other;
// of two questions about one place the later counts, and neither waits for another place's.
const source = $('#announce');
const askers = new Map();
function asker(target) {
  if (!askers.has(target)) {
    const one = document.createElement('i');
    one.hidden = true;
    one.setAttribute('hx-sync', 'replace');
    document.body.append(one);
    askers.set(target, one);
  }
  return askers.get(target);
}
export const get = (url, target, swap = 'innerHTML') => htmx.ajax('GET', url, {source: asker(target), target, swap});
export const send = (command, also = {}) => htmx.ajax('POST', `${base}/commands`, {source, values: {command: JSON.stringify(command), ...also}, swap: 'none'});

// A drawer opens in its row's slot or across the board; the same button closes it again.
const openers = slot => $$(`[data-drawer][hx-target="#${CSS.escape(slot.id)}"]`);
function mark(slot, noun) {
  if (noun) slot.dataset.uiDrawer = noun;
  else delete slot.dataset.uiDrawer;
  for (const one of openers(slot)) if (one.hasAttribute('aria-expanded')) one.setAttribute('aria-expanded', String(one.dataset.drawer === noun));
}

export function shut(slot) {
  const inside = slot?.contains(document.activeElement);
  slot?.replaceChildren();
  if (slot) mark(slot, '');
  if (inside) back(slot);
}

function back(slot) {
  const row = slot.closest('.row') ?? picked();
  (row ?? main).focus({preventScroll: true});
}

export function open(noun, row) {
  const marked = $$('.row[data-ui-marked]').map(rowId), each = marked.length ? [...new Set([...marked, rowId(row)])] : [];
  const query = new URLSearchParams([['creature', rowId(row)], ...each.map(id => ['each', id])]);
  return get(`${base}/drawers/${noun}?${query}`, noun === 'damages' ? '#across' : `#slot-${CSS.escape(rowId(row))}`);
}

// What a drawer is for several rows that are marked.
const SEVERAL = {condition: 'condition', damage: 'damages'};

document.addEventListener('click', event => {
  const button = event.target.closest?.('[data-drawer]');
  const slot = button && $(button.getAttribute('hx-target'));
  if (!slot) return;
  const row = slot.closest('.row');
  if (slot.children.length && slot.dataset.uiDrawer === button.dataset.drawer) {
    event.stopImmediatePropagation();
    shut(slot);
    return;
  }
  const forAll = row && $('.row[data-ui-marked]') ? SEVERAL[button.dataset.drawer] : null;
  if (!forAll || forAll === button.dataset.drawer) slot.dataset.uiDrawer = button.dataset.drawer;
  if (!forAll) return;
  event.stopImmediatePropagation();
  open(forAll, row);
}, true);

// A button with a command of its own, whatever form it stands in; data-also are more fields that go with it.
document.addEventListener('click', event => {
  const button = event.target.closest('[data-alone]');
  if (button) send(JSON.parse(button.dataset.alone), JSON.parse(button.dataset.also ?? '{}'));
});

// Marks were for the one thing that was done with them.
document.addEventListener('htmx:after:request', event => {
  const context = event.detail.ctx, sent = context?.sourceElement?.closest?.('form[data-several]');
  if (!sent || context.response?.status >= 400 || (context.request?.method ?? '').toUpperCase() !== 'POST') return;
  for (const row of $$('.row[data-ui-marked]')) delete row.dataset.uiMarked;
});

// A drawer that opens takes the keys: its own field, else the drawer itself; one that closes gives them back.
const known = new WeakMap();
function look(slot) {
  if (slot.firstElementChild?.hasAttribute('data-over')) shut(slot);  // what it asked was answered elsewhere
  const drawer = slot.firstElementChild, isNew = drawer && known.get(slot) !== drawer.id;
  if (!drawer && !known.get(slot) && !slot.dataset.uiDrawer) return;  // as most are: nothing opened, nothing shut
  known.set(slot, drawer?.id);
  mark(slot, drawer ? slot.dataset.uiDrawer : '');
  const fold = isNew && slot.closest('details');
  if (fold) fold.open = true;  // a row that was folded behind another
  if (isNew) drawer.scrollIntoView({block: 'nearest'});  // no farther than it takes to see it
  if (!isNew || slot.contains(document.activeElement) || !drawer.matches('.drawer, .across')) return;
  if (!drawer.checkVisibility()) $('#f-board')?.click();  // a narrow screen shows one panel
  if ('shows' in drawer.dataset) return;  // nothing to type in it: the keys stay with the board
  drawer.tabIndex = -1;
  drawer.focus({preventScroll: true});
}

// What had the focus and is no more leaves it to its slot's row, else to what it stood in.
let within = null, around = [];
document.addEventListener('htmx:before:swap', () => {
  const here = document.activeElement;
  within = here?.closest?.('.slot');
  around = [];
  for (let one = here?.parentElement?.closest('[id]'); one; one = one.parentElement?.closest('[id]')) around.push(one.id);
});
document.addEventListener('htmx:after:swap', () => {
  $$('.slot[id]').forEach(look);
  if (document.activeElement === document.body) {
    if (within) back(within);
    else stay();
  }
  within = null;
});
function stay() {
  const left = around.map(id => document.getElementById(id)).find(Boolean);
  if (!left) return;
  if (left.tabIndex < 0) left.tabIndex = -1;
  left.focus({preventScroll: true});
}
document.addEventListener('click', event => {
  const slot = event.target.closest('[data-close]')?.closest('.slot');
  if (slot) shut(slot);
}, true);

// Whatever is worked on is the picked row; nobody picked it, so the dice do not follow.
document.addEventListener('focusin', event => {
  const row = event.target.closest('.drawer') && event.target.closest('.row');
  if (!row || row === picked()) return;
  delete picked()?.dataset.uiPicked;
  row.dataset.uiPicked = '';
});

// The sheet of a picked creature stands in the Reference column. One that is there already, as whoever acts or picked
// before, is not put there anew: what is open or typed in it stays.
function sheet(id) {
  const there = $$('#acting, #picked > *').find(one => one.dataset.creature === id);
  if (!there) get(`${base}/sheets/${id}`, '#picked');
  else $(`#sheet-${CSS.escape(id)}`)?.scrollIntoView({block: 'nearest'});
  if (there?.parentElement.id === 'picked') there.dispatchEvent(new CustomEvent('shirma:again'));
}
// Nobody's sheet stands there twice; one that was just opened is looked at.
let beside = null;
document.addEventListener('htmx:after:swap', () => {
  const opened = $('#picked')?.firstElementChild;
  if (opened && opened.dataset.creature === $('#acting')?.dataset.creature) opened.remove();
  else if (opened && opened !== beside) opened.scrollIntoView({block: 'nearest'});
  beside = $('#picked')?.firstElementChild;
});
document.addEventListener('shirma:picked', event => { if (event.detail.open) sheet(event.detail.creature); });
document.addEventListener('click', event => {
  const one = event.target.closest('[data-sheet]'), several = event.target.closest('[data-mark]');
  if (one) { $('#f-ref')?.click(); sheet(one.dataset.sheet); }
  if (several) several.closest('.row')?.toggleAttribute('data-ui-marked');
});

// What a drawer shows is asked for again when the game has moved on.
let timer;
export function again() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const waiting = [...$$('.again').map(span => span.parentElement), ...$$('#picked > [hx-get]')];
    for (const one of waiting) one.dispatchEvent(new CustomEvent('shirma:again'));
  }, 150);
}
document.addEventListener('htmx:sse:after:message', again);

key('d', () => $('.row[data-ui-marked]') && open('damages', $('.row[data-ui-marked]')));
key('c', () => picked() && open('condition', picked()));
key('s', () => picked() && send({type: 'begin_turn', creature: rowId(picked())}));
key('shift+m', () => send({type: 'set_checkpoint'}));
key('shift+s', () => get(`${base}/drawers/scene`, '#across'));
key('?', () => get(`${base}/drawers/keys`, '#across'));
key('w', () => { openTab('notes'); $('#note').focus(); });
key('escape', () => {
  const slot = [picked()?.querySelector('.slot'), $('#across'), ...$$('.slot[id]')].find(one => one?.children.length);
  if (slot) shut(slot);
});

// A drawer across the board is left with the field: leaving it changes nothing.
document.addEventListener('shirma:left', event => {
  const slot = event.target.closest('.across')?.closest('.slot');
  if (slot) shut(slot);
});

// In a text of several lines Ctrl-Enter sends.
document.addEventListener('keydown', event => {
  const field = typing(event);
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && field?.form) field.form.requestSubmit();
});

// Another tab begins at its beginning: the log with what is newest, wherever the one before was scrolled to.
document.addEventListener('change', event => {
  if (event.target.matches('.tabs input')) event.target.closest('.panel').scrollTop = 0;
});
