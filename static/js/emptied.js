// emptied.js: a field that is empty as soon as its form is sent, for the next to be typed at once. What is typed until
// the answer has drawn the form anew stays; a second Enter waits for that, and what was refused stands there again.
import {$} from './dom.js';

const sent = new Map(); // by request: the field's id, what was sent, what was typed since, whether that is sent as well
const fieldOf = form => form && $('[data-empties]', form);

document.addEventListener('submit', event => {
  const id = fieldOf(event.target)?.id, one = [...sent.values()].find(other => other.id === id);
  if (!one) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  one.again = true;
}, true);

document.addEventListener('htmx:before:request', event => {
  const ctx = event.detail.ctx, form = ctx.sourceElement, field = form?.matches?.('form') && fieldOf(form);
  if (!field || !field.value) return;
  sent.set(ctx, {id: field.id, text: field.value, typed: '', again: false});
  field.value = '';
});

document.addEventListener('htmx:before:swap', () => {
  for (const one of sent.values()) one.typed = document.getElementById(one.id)?.value ?? one.typed;
});

document.addEventListener('htmx:finally:request', event => {
  const one = sent.get(event.detail.ctx), field = one && document.getElementById(one.id);
  sent.delete(event.detail.ctx);
  if (!field) return;
  const isRefused = (event.detail.ctx.response?.status ?? 0) >= 400 || !event.detail.ctx.response;
  const text = one.typed || field.value || (isRefused ? one.text : '');
  if (!text) return;
  field.value = text;
  field.dispatchEvent(new Event('input', {bubbles: true}));
  if (one.again && !isRefused) field.form.requestSubmit($('[name="_add"]', field.form));
});
