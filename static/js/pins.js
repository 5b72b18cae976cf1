// pins.js: cards of the Reference column. A card that is there already is opened, not loaded twice; pins are this device's.
import {$, $$, keep} from './dom.js';

const cards = $('#cards');

function remember() {
  keep('pins', $$('.card.pinned', cards).map(card => card.dataset.card).join('.'));
}

function show(card) {
  $('#f-ref')?.click();
  $('details', card).open = true;
  card.scrollIntoView({block: 'nearest'});
  $('summary', card).focus({preventScroll: true});
}

document.addEventListener('click', event => {
  const link = event.target.closest?.('[data-card][hx-get]');
  const known = link && document.getElementById(`card-${link.dataset.card}`);
  if (known) {
    event.stopImmediatePropagation();
    show(known);
  } else if (link) wanted = link.dataset.card;
}, true);

// A card that was asked for shows itself as soon as it is there.
let wanted = '';
document.addEventListener('htmx:after:swap', () => {
  const card = wanted && document.getElementById(`card-${wanted}`);
  if (!card) return;
  wanted = '';
  show(card);
});

document.addEventListener('click', event => {
  const button = event.target.closest('[data-pin]');
  if (!button) return;
  const on = button.ariaPressed !== 'true';
  button.ariaPressed = String(on);
  button.closest('.card').classList.toggle('pinned', on);
  remember();
});
