// twice.js: a form counts once for a tap that bounces or a key struck twice, however soon or late its answer comes, and
// so does a button that shuts its drawer. Not so where something in the form was changed since, where another of its
// buttons is meant, or where each tap is one more (data-each).
const SOON = 500, LONGEST = 20_000; // milliseconds in which nobody means the same anew; after which no answer comes
const SHUTS = 'button[hx-post][hx-vals*="_close"]';
const sent = new Map(); // by form or button: when and by which button it was sent last, and whether its answer is to come

const nameOf = one => one.getAttribute('id') ?? one;

function once(event, one, by = '') {
  const last = sent.get(nameOf(one));
  if (last?.by === by && event.timeStamp - last.at < (last.isOpen ? LONGEST : SOON)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else sent.set(nameOf(one), {by, at: event.timeStamp, isOpen: true});
}

document.addEventListener('submit', event => {
  const {target, submitter} = event;
  if (target.matches('[hx-post]:not([action], [data-each])')) once(event, target, `${submitter?.name}=${submitter?.value}`);
}, true);
document.addEventListener('click', event => {
  const button = event.target.closest?.(SHUTS);
  if (button) once(event, button);
}, true);

document.addEventListener('htmx:finally:request', event => {
  const one = event.detail.ctx?.sourceElement, last = one?.matches?.(`form, ${SHUTS}`) && sent.get(nameOf(one));
  if (last) last.isOpen = false;
});

for (const kind of ['input', 'change']) {
  document.addEventListener(kind, event => {
    const {form} = event.target;
    if (form) sent.delete(nameOf(form));
  }, true);
}
