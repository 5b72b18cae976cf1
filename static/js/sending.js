// sending.js: a field that is sent as soon as it is left, with nothing but itself; fields that rule each other out.
import {$, $$} from './dom.js';

function put(command, path, value) {
  const steps = path.split('/'), last = steps.pop();
  let here = command;
  for (const step of steps) here = here[step] ??= {};
  here[last] = value;
  return command;
}

// An emptied number is null: the sheet's own reckoning counts again.
const valueOf = field => field.type === 'number' ? (field.value === '' ? null : Number(field.value)) : field.value.trim();

// htmx sends the source's own field and its form along, as texts that would stand for the numbers of the command: so it
// is an element that has none. It is the page's, for the field may be drawn anew before the answer comes.
async function post(field, holder) {
  const source = document.body.appendChild(document.createElement('i'));
  source.hidden = true;
  let status = 0;
  source.addEventListener('htmx:finally:request', event => { status = event.detail.ctx?.response?.status ?? 0; });
  const command = put(JSON.parse(holder.dataset.command), field.name || field.dataset.name, valueOf(field));
  await htmx.ajax('POST', holder.dataset.post, {source, values: {command: JSON.stringify(command)}, swap: 'none'});
  source.remove();
  if (status >= 400) field.value = field.defaultValue;
}

document.addEventListener('change', event => {
  const field = event.target, holder = field.closest?.('[data-post]');
  if (!field.matches?.('[data-send]') || !holder) return;
  if (field.required && !field.value.trim()) field.value = field.defaultValue;
  else if (field.checkValidity()) post(field, holder);
  else field.reportValidity();
});
document.addEventListener('keydown', event => {
  if (event.key === 'Enter' && event.target.matches?.('input[data-send]')) event.target.blur();
});

// A number and a called band rule each other out: whichever comes last counts.
function clear(selector) {
  const other = $(selector);
  if (!other) return;
  other.value = '';
  for (const button of $$(`[data-into="${selector}"]`)) button.ariaPressed = 'false';
}
for (const kind of ['input', 'click']) {
  document.addEventListener(kind, event => {
    const one = event.target.closest?.(kind === 'click' ? 'button[data-clears]' : 'input[data-clears]');
    if (one) clear(one.dataset.clears);
  }, true);
}
