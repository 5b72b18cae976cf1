// dice.js: the dice panel follows the turn and the pick; O and a letter call what was announced.
import {$, $$, typing} from './dom.js';
import {nameOf} from './keys.js';
import {again, base, get} from './desk.js';

const panel = $('#dice');
const form = () => $('#roll');
let acting = $('#acting')?.dataset.creature;

// Kept: who, at whom and with which trait; everything that fell or was paid for starts anew.
function fresh(actor = form()?.dataset.actor, target = $('[name="targets[]"]:checked', form())?.value) {
  if (!panel) return;
  const query = new URLSearchParams({creature: actor ?? ''});
  if (target && target !== actor) query.append('targets[]', target);
  const trait = $('input[type=radio][name="with"]:checked', form());
  if (trait && actor === form()?.dataset.actor) query.append('with', trait.value);
  get(`${base}/drawers/dice?${query}`, '#dice');
}

// What a button of the board opened here is not swept away by what was under way before: neither by the answer to a
// roll nor by an older question of this panel that is answered late.
let opened = 0;
const drawsDice = ctx => /\/drawers\/dice/.test(ctx.request?.action ?? '');
document.addEventListener('htmx:config:request', event => {
  const {ctx} = event.detail, button = ctx.sourceElement?.closest?.('button');
  if (button && !panel?.contains(button) && drawsDice(ctx)) opened += 1;
  ctx.opened = opened;
});
document.addEventListener('htmx:before:swap', event => {
  const {ctx} = event.detail;
  if (drawsDice(ctx) && ctx.opened < opened) event.preventDefault();
});

document.addEventListener('htmx:after:request', event => {
  const context = event.detail.ctx, source = context?.sourceElement;
  if ((context?.request?.method ?? '').toUpperCase() !== 'POST' || context.response?.status >= 400) return;
  if (source?.closest?.('#roll') && context.opened === opened) fresh();
  else again();
  const sent = source?.closest?.('form[data-reset]');
  if (sent && sent.id !== 'roll') sent.reset();
});

document.addEventListener('htmx:after:swap', () => {
  const now = $('#acting')?.dataset.creature;
  if (now === acting) return;
  acting = now;
  if (now) fresh(now, null);
});

// A picked character rolls next; a picked adversary is aimed at while a character rolls.
document.addEventListener('shirma:picked', event => {
  const row = event.target, id = event.detail.creature;
  if (!form() || form().contains(document.activeElement) || id === form().dataset.actor) return;
  const aimed = $(`#aim-${CSS.escape(id)}`);
  if (row.dataset.side === 'pc' && !aimed) fresh(id);
  else if (aimed && !aimed.checked) { aimed.checked = true; again(); }
});

const NOT = -Infinity;
let called = NOT;
document.addEventListener('keydown', event => {
  if (typing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  const name = nameOf(event);
  if (name === 'o') called = event.timeStamp;
  else if (event.timeStamp - called < 2000) {
    const button = $$('[data-said]').find(one => one.dataset.said === name);
    called = name === 'shift' || name === 'shift+shift' ? called : NOT;
    if (!button) return;
    button.click();
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
