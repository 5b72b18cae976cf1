// newest.js: a phone says when its newest roll was taken back; what follows from a roll goes with it.
import {$} from './dom.js';
import {toast} from './toast.js';

const mark = $('#newest');
const known = [mark?.dataset.roll];  // the rolls that this page has shown, the newest last
let waited = mark?.dataset.waits;

function look() {
  const {roll, waits, says} = mark.dataset, at = known.indexOf(roll), newest = known.length - 1;
  if (at < 0) known.push(roll);
  else {
    if (at < newest || (waited && !waits)) toast(says);
    known.length = at + 1;
  }
  waited = waits;
  const follows = $('#then [data-of]');
  if (follows && follows.dataset.of !== roll) $('#then').replaceChildren();
}

if (mark) new MutationObserver(look).observe(mark, {attributes: true});
