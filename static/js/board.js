// board.js: rows of the board. Digits pick rows only, two within 400 ms reach row 10 and on; J and K move the pick.
import {$, $$, coarse} from './dom.js';
import {key} from './keys.js';

const rows = () => $$('.p-board .row').filter(row => row.checkVisibility());
const picked = () => $('.row[data-ui-picked]');

export function pick(row, open = false) {
  if (!row) return;
  for (const other of $$('.row[data-ui-picked]')) if (other !== row) delete other.dataset.uiPicked;
  row.dataset.uiPicked = '';
  if (open) row.toggleAttribute('data-ui-open');
  if (!row.contains(document.activeElement)) row.focus({preventScroll: open});
  row.dispatchEvent(new CustomEvent('shirma:picked', {bubbles: true, detail: {creature: row.dataset.creature, open}}));
}

function move(by) {
  const all = rows(), at = all.indexOf(picked());
  pick(all[Math.max(0, Math.min(all.length - 1, at + by))]);
}

let digits = '', since = -Infinity;
document.addEventListener('keydown', event => { if (!/^\d$/.test(event.key)) since = -Infinity; }, true);  // any other key ends a number
function digit(event) {
  digits = event.timeStamp - since < 400 ? digits + event.key : event.key;
  since = event.timeStamp;
  pick(rows()[Number(digits) - 1]);
}

// Each row that can be seen bears its number; the page counts, so who comes or goes changes no row of the server's.
let counting = 0;
function count() {
  counting ||= requestAnimationFrame(() => {
    counting = 0;
    rows().forEach((row, at) => {
      const {dataset} = $('kbd', row), n = String(at + 1);
      if (dataset.uiN !== n) dataset.uiN = n;
    });
  });
}
for (const kind of ['htmx:after:swap', 'toggle', 'change']) document.addEventListener(kind, count, true);
count();

for (const one of '0123456789') key(one, digit);
key('j', () => move(1));
key('k', () => move(-1));
key('enter', () => pick(picked(), true));
key('x', () => picked()?.toggleAttribute('data-ui-marked'));

// Letter, name and class line pick the row; a condition between them opens by itself, and what opens there is read.
document.addEventListener('click', event => {
  const block = event.target.closest('.row > :is(.sig, .who)');
  const other = event.target.closest('button, a, input, [role=slider], [popover]');
  if (block && (!other || !block.contains(other) || other.matches('.nm'))) pick(block.closest('.row'), true);
});
document.addEventListener('shirma:left', event => pick(event.target.closest('.row')));

// Slim rows by finger and past ten rows that are seen, unless the GM chose otherwise for that group. What lies folded
// behind a row, as the like of a minion and the defeated do, takes no room.
const choice = button => `slim:${button.dataset.slim}`;
function slim() {
  const many = coarse.matches || $$('.p-board .row').filter(row => !row.closest('details')).length > 10;
  for (const button of $$('[data-slim]')) {
    const kept = localStorage.getItem(choice(button)), on = kept === null ? many : kept === '1';
    button.setAttribute('aria-expanded', !on);
    button.closest('.sec').querySelector('.rows')?.toggleAttribute('data-ui-slim', on);
  }
}
document.addEventListener('click', event => {
  const button = event.target.closest('[data-slim]');
  if (!button) return;
  localStorage.setItem(choice(button), button.getAttribute('aria-expanded') === 'true' ? '1' : '0');
  slim();
});
document.addEventListener('htmx:after:swap', slim);
slim();
