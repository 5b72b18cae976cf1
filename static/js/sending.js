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
const valueOf = field => field.type === 'number' ? (field.value === '' ? null : Number(field.value)) : field.value;

async function post(field, holder) {
  let status = 0;
  const note = event => { status = event.detail.ctx?.response?.status ?? 0; };
  field.addEventListener('htmx:finally:request', note);
  const command = put(JSON.parse(holder.dataset.command), field.name || field.dataset.name, valueOf(field));
  await htmx.ajax('POST', holder.dataset.post, {source: field, values: {command: JSON.stringify(command)}, swap: 'none'});
  field.removeEventListener('htmx:finally:request', note);
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
