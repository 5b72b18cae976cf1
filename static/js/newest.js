// newest.js: a phone says when its newest roll was taken back; what follows from a roll goes with it.
import {$} from './dom.js';
import {toast} from './toast.js';

const MOST = 50, KEPT = `rolls of ${location.pathname}`;
const mark = $('#newest');

// The rolls that this phone has shown, the newest last; and whether one waited for the GM.
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? {known: [], waited: ''};
  } catch { // no storage, or not ours: only what is on the page counts
    return {known: [], waited: ''};
  }
}

const seen = kept();

function keepSeen() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({...seen, known: seen.known.slice(-MOST)}));
  } catch { /* it counts as long as the page stays */ }
}

function look() {
  const {roll, waits, says} = mark.dataset, at = seen.known.indexOf(roll), newest = seen.known.length - 1;
  if (at < 0) seen.known.push(roll);
  else {
    if (at < newest || (seen.waited && !waits)) toast(says);
    seen.known.length = at + 1;
  }
  seen.waited = waits;
  keepSeen();
  const follows = $('#then [data-of]');
  if (follows && follows.dataset.of !== roll) $('#then').replaceChildren();
}

if (mark) {
  new MutationObserver(look).observe(mark, {attributes: true});
  look();
}
