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
// A tap to which no answer comes looks as if it had been too light. A track says for itself that it waits; what the page
// asks by itself, it asks again.
function unanswered({ctx} = {}) {
  const data = $('#toast')?.dataset, slot = typeof ctx?.target === 'string' ? $(ctx.target) : ctx?.target;
  if (!data || ctx.sourceElement?.closest?.('[role=slider]')) return;
  if ((ctx.request.method ?? '').toUpperCase() !== 'GET') toast(data.unanswered, {refused: true});
  else if (slot?.matches?.('.slot')) toast(data.unopened, {refused: true});
}
document.addEventListener('htmx:error', event => { if (event.detail.ctx && !event.detail.ctx.response) unanswered(event.detail); });
document.addEventListener('htmx:response:error', event => {  // the server's own refusals say why
  const {response, hx} = event.detail.ctx;
  if (response.status >= 500 && !hx?.trigger) unanswered(event.detail);
});
document.addEventListener('click', event => {
  const url = event.target.closest('#toast [data-undo]')?.dataset.undo;
  if (!url) return;
  $('#toast').hidden = true;
  htmx.ajax('POST', url, {source: '#toast', swap: 'none'});
});
