// omni.js: the one search box: a combobox whose list the server fills as you type.
import {$, $$} from './dom.js';
import {key} from './keys.js';

const box = $('#omni');
const list = box && document.getElementById(box.getAttribute('aria-controls'));
const options = () => $$('[role=option]', list);
let back = null;
let answered = '';  // the words that the list stands for
let waiting = false;  // Enter came before the list for the words did

function show(on) {
  list.hidden = !on;
  box.setAttribute('aria-expanded', on);
}

export function find() {
  back = document.activeElement;
  box.closest('.omni').dataset.uiOpen = '';
  box.focus();
  box.select();
}

function close() {
  waiting = false;
  show(false);
  delete box.closest('.omni').dataset.uiOpen;
  box.blur();  // where nothing had the focus before, the board takes the keys
  (back && back !== document.body ? back : $('#main'))?.focus({preventScroll: true});
}

// The first Escape takes the words away and shuts the list, which then is asked for anew; the next one leaves.
function leave() {
  if (!box.value) { close(); return; }
  box.value = '';
  box.dispatchEvent(new Event('input', {bubbles: true}));
  show(false);
}

function choose(option) {
  for (const other of options()) other.setAttribute('aria-selected', other === option);
  box.setAttribute('aria-activedescendant', option?.id ?? '');
  option?.scrollIntoView({block: 'nearest'});
}

function step(by) {
  const all = options(), at = all.findIndex(option => option.ariaSelected === 'true');
  choose(all[(at + by + all.length) % all.length]);
}

function take() {
  waiting = answered !== box.value;
  if (waiting) return;
  $('[role=option][aria-selected=true]', list)?.click();
  close();
}

const KEYS = {
  ArrowDown: () => step(1),
  ArrowUp: () => step(-1),
  Enter: take,
  Escape: leave,
};

if (box) {
  key('/', find);
  key('ctrl+k', find);
  box.addEventListener('focus', () => show(true));
  box.addEventListener('input', () => { waiting = false; show(true); });
  box.addEventListener('blur', () => setTimeout(() => { if (!list.contains(document.activeElement)) show(false); }, 150));
  box.addEventListener('keydown', event => {
    if (!(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  document.addEventListener('click', event => {
    if (event.target.closest('[data-find]')) find();
    const option = event.target.closest('[role=option][data-goes]');
    if (option) location.assign(option.dataset.goes);
  });
  document.addEventListener('htmx:after:swap', event => {
    if (event.detail.ctx?.sourceElement !== box) return;
    answered = $('[data-asked]', list)?.dataset.asked ?? '';
    choose(options()[0]);
    if (waiting) take();
  });
}
