// tracks.js: one track is one slider. A mouse sets it exactly; a finger marks on the open part and clears on the marked
// part; arrows step. The mark moves at once; a refusal puts it back. What could not be sent waits for the connection.
import {$, $$, coarse} from './dom.js';
import {onMorphNode} from './morph.js';

const TRACK = '.trk[role=slider][data-post]';
const shownValue = track => Number(track.getAttribute('aria-valuenow'));
const most = track => Number(track.getAttribute('aria-valuemax'));
const truth = new WeakMap();
const wanted = new Map();
const busy = new Set();

function paint(track, value) {
  $$('i', track).forEach((pip, index) => pip.classList.toggle('on', index < value));
  track.setAttribute('aria-valuenow', value);
  track.setAttribute('aria-valuetext', track.getAttribute('aria-valuetext').replace(/^\d+/, value));
  track.dataset.t = `${value}/${most(track)}`;
}

// While a mark is on its way the server's older drawing must not put it back; its number is remembered.
onMorphNode((old, fresh) => {
  if (!old.matches?.(TRACK) || !wanted.has(old.id)) return true;
  truth.set(old, shownValue(fresh));
  return false;
});

async function post(track, value) {
  let status = 0;
  const note = event => { status = event.detail.ctx?.response?.status ?? 0; };
  track.addEventListener('htmx:finally:request', note);
  const command = {...JSON.parse(track.dataset.command), value, was: truth.get(track) ?? shownValue(track)};
  await htmx.ajax('POST', track.dataset.post, {source: track, values: {command: JSON.stringify(command)}, swap: 'none'});
  track.removeEventListener('htmx:finally:request', note);
  return status;
}

async function send(id) {
  const track = document.getElementById(id);
  if (!track) wanted.delete(id);
  if (!wanted.has(id) || busy.has(id)) return;
  const value = wanted.get(id);
  busy.add(id);
  const status = await post(track, value);
  busy.delete(id);
  if (status === 0 || status === 503) keepForLater();
  else settle(track, status, value);
}

function settle(track, status, value) {
  if (status < 400) truth.set(track, value);
  if (status < 400 && wanted.get(track.id) !== value) send(track.id);
  else {
    wanted.delete(track.id);
    paint(track, truth.get(track));
  }
}

function keepForLater() {
  document.dispatchEvent(new CustomEvent('shirma:kept', {detail: wanted.size}));
}

function set(track, value) {
  const next = Math.max(0, Math.min(most(track), value));
  if (next === shownValue(track)) return;
  if (!wanted.has(track.id)) truth.set(track, shownValue(track));
  paint(track, next);
  wanted.set(track.id, next);
  send(track.id);
}

function clicked(track, event) {
  const now = shownValue(track), pip = event.target.closest('i');
  const index = pip ? $$('i', track).indexOf(pip) : now;
  if (coarse.matches || !pip) return index < now ? now - 1 : now + 1;
  return index + 1 === now ? index : index + 1;
}

document.addEventListener('click', event => {
  const track = event.target.closest(TRACK);
  if (track) set(track, clicked(track, event));
});

const STEPS = {ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: -99, End: 99};
document.addEventListener('keydown', event => {
  const track = event.target.closest?.(TRACK);
  if (!track || !(event.key in STEPS)) return;
  event.preventDefault();
  set(track, shownValue(track) + STEPS[event.key]);
});

// To a screen reader on touch a track offers minus and plus.
document.addEventListener('click', event => {
  const step = event.target.closest('[data-track-step]');
  const track = step && $(`#${CSS.escape(step.dataset.for)}`);
  if (track) set(track, shownValue(track) + Number(step.dataset.trackStep));
});

document.addEventListener('shirma:live', () => { for (const id of [...wanted.keys()]) send(id); });
