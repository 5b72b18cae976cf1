// reference.js: the address follows the search, and arrows move between the cards.
import {$, $$} from './dom.js';

const form = $('#find'), search = $('#refsearch');
const links = () => $$('#hits li > a');

function move(event, by) {
  const all = links(), at = all.indexOf(document.activeElement);
  if (at < 0 && event.target !== search) return;
  event.preventDefault();
  (all[at + by] ?? (by < 0 ? search : all.at(-1))).focus();
}

document.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown') move(event, 1);
  if (event.key === 'ArrowUp') move(event, -1);
});

document.addEventListener('htmx:after:swap', () => {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  history.replaceState(null, '', `${location.pathname}?${query}`);
});

// What is typed into a table is no search.
$('.blanks')?.addEventListener('input', event => event.stopPropagation());
