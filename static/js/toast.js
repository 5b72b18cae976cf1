// toast.js: what just happened, with its undo; a refusal says why. It stays while pointed at or focused.
import {$} from './dom.js';

let timer;

function hide() {
  const box = $('#toast');
  if (box.matches(':hover, :focus-within')) timer = setTimeout(hide, 1500);
  else box.hidden = true;
}

export function toast(text, {undo = '', refused = false} = {}) {
  const box = $('#toast');
  if (!box || !text) return;
  $('span', box).textContent = text;
  const button = $('button', box);
  button.hidden = !undo;
  button.dataset.undo = undo;
  box.dataset.refused = refused;
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(hide, refused ? 8000 : 5000);
}

document.addEventListener('shirma:toast', event => toast(event.detail.text, {undo: event.detail.undo}));
document.addEventListener('shirma:refused', event => toast(event.detail.text, {refused: true}));
document.addEventListener('click', event => {
  const url = event.target.closest('#toast [data-undo]')?.dataset.undo;
  if (!url) return;
  $('#toast').hidden = true;
  htmx.ajax('POST', url, {source: '#toast', swap: 'none'});
});
