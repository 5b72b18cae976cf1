// copy.js: [data-copy] puts its text on the clipboard; over plain http there is only the old way.
import {$} from './dom.js';
import {toast} from './toast.js';

function copyTheOldWay(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'vh';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

export async function copy(text) {
  if (navigator.clipboard && isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch { /* the browser said no: the old way may still work */ }
  }
  return copyTheOldWay(text);
}

document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const from = button.dataset.copyFrom && $(button.dataset.copyFrom);
  const done = await copy(from ? from.value ?? from.textContent : button.dataset.copy);
  button.focus({preventScroll: true});
  if (done) toast(button.dataset.copied);
  else from?.select?.();
});
