// shell.js: what every page does without asking the server: theme, text size, panels, pressed buttons.
import './vars.js';
import './keys.js';
import './copy.js';
import './morph.js';
import './asking.js';
import './tracks.js';
import './twice.js';
import './live.js';
import './newest.js';
import {$, $$, keep} from './dom.js';

const root = document.documentElement;

function switchTheme() {
  root.dataset.theme = getComputedStyle(root).colorScheme === 'dark' ? 'light' : 'dark';
  keep('theme', root.dataset.theme);
}

// [data-tab="players"] opens the fold, then the tab of that name.
export function openTab(name) {
  const tab = $(`#t-${name}`);
  const panel = tab?.closest('[data-fold]')?.dataset.fold;
  if (panel) $(`#f-${panel}`)?.click();
  tab?.click();
}

// A pressed button holds its value in a hidden field of the same name, so forms need no script of their own.
function press(button) {
  const group = button.closest('[data-one]');
  const on = group ? true : button.ariaPressed !== 'true';
  if (group) for (const other of $$('[aria-pressed=true]', group)) other.ariaPressed = 'false';
  button.ariaPressed = String(on);
  const field = button.dataset.into && $(button.dataset.into);
  if (!field) return;
  field.value = on ? button.value : '';
  field.dispatchEvent(new Event('change', {bubbles: true}));
}

document.addEventListener('click', event => {
  const on = selector => event.target.closest(selector);
  if (on('[data-theme-toggle]')) switchTheme();
  const tab = on('button[data-tab], [role=option][data-tab]');
  if (tab) openTab(tab.dataset.tab);
  const pressed = on('button[data-press]');
  if (pressed) press(pressed);
  const closing = on('[data-close]');
  if (closing) closing.closest('.slot, [popover]')?.replaceChildren();
});

document.addEventListener('change', event => {
  const {target} = event;
  if (target.matches('[data-size]')) keep('size', root.dataset.size = target.value);
  if (target.matches('[data-letters-choice]')) keep('letters', document.body.dataset.letters = target.value);
});

// A link to a choice makes it: "roll#social-contend".
const linked = location.hash && document.getElementById(location.hash.slice(1));
if (linked && linked.matches('input[type=radio], input[type=checkbox]')) {
  linked.checked = true;
  linked.dispatchEvent(new Event('change', {bubbles: true}));
}

// Lists that open shut when something in them was chosen; a form that opens stays until it is sent.
for (const kind of ['click', 'change']) {
  document.addEventListener(kind, event => {
    const list = event.target.closest?.(document.body.matches('.gm') ? '[popover]' : '[data-shuts]');
    const chose = list && event.target.closest(list.matches('form') ? 'button' : 'button, input[type=radio]');
    if (chose) setTimeout(() => list.isConnected && list.matches(':popover-open') && list.hidePopover());
  });
}

// What was sent once is not sent again: dice that fell, the Difficulty of one roll.
document.addEventListener('htmx:after:request', event => {
  const {sourceElement, response, request} = event.detail.ctx;
  if (request.method !== 'POST' || response.status >= 400 || request.action.endsWith('preview')) return;
  const all = sourceElement.closest?.('[data-once-all]');
  const form = all ?? sourceElement.closest?.('form') ?? document.createElement('i');
  if (all) $('#result')?.scrollIntoView({block: 'start'});  // what fell stands above all that can be rolled
  for (const field of $$('[data-once]', form)) field.value = '';
});

// A question to a player comes into sight, wherever the page was scrolled to, unless something is being typed.
const questions = () => new Set($$('.player #asks .asked').map(ask => ask.id));
let asked = questions();
document.addEventListener('htmx:after:swap', () => {
  const known = asked;
  asked = questions();
  const fresh = [...asked].find(id => !known.has(id));
  if (fresh && !document.activeElement?.matches('input, textarea, select')) $(`#${CSS.escape(fresh)}`).scrollIntoView({block: 'center'});
});

// On the TV whoever acts is in sight, however many there are.
const showWhoActs = () => $('.tv .turns .now')?.scrollIntoView({block: 'nearest'});
document.addEventListener('htmx:after:swap', showWhoActs);
showWhoActs();

// A form cannot be sent twice; coming back to the page frees its button again.
document.addEventListener('submit', event => {
  const button = event.submitter;
  if (!button || event.target.matches('[hx-post], [hx-get]')) return;
  button.dataset.uiSent = '';
  setTimeout(() => { button.disabled = true; });
});
addEventListener('pageshow', () => { for (const button of $$('[data-ui-sent]')) button.disabled = false; });
