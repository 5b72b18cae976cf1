// asking.js: what would happen is asked for anew when something in a form changes. The wait is kept here: htmx forgets
// a delayed trigger of its own when an answer draws the form around it anew, and the last change would go unseen.
const AT_ONCE = 20;
const waiting = new Map();

function ask(id, after) {
  clearTimeout(waiting.get(id));
  waiting.set(id, setTimeout(() => {
    waiting.delete(id);
    document.getElementById(id)?.dispatchEvent(new CustomEvent('shirma:again'));
  }, after));
}

// The element that asks is a child of what it draws and says how many milliseconds of typing are one change.
function changed(event) {
  const form = event.target.closest?.('[id]:has(> .again[data-asks])');
  if (form) ask(form.id, event.type === 'change' ? AT_ONCE : Number(form.querySelector(':scope > .again').dataset.asks));
}
document.addEventListener('input', changed);
document.addEventListener('change', changed);

// What was asked before the last change knows nothing of it: its answer would take back a face just tapped.
document.addEventListener('htmx:before:swap', event => {
  const form = event.detail.ctx.sourceElement?.closest?.('.again')?.parentElement;
  if (form && waiting.has(form.id)) event.preventDefault();
});
