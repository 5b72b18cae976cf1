// versions.js: which version of the game the page shows. Its stream and the answers to its own commands come in no order,
// so it may show parts of several for a moment: then it asks once for all in which these may differ from the game.
const SOON = 60, CHECK = 400, LATEST = 1500, MOST = 20;
const shown = new Set(), past = [];
let newest = '', path = '', timer = 0, asker = null, owed = 0;

const only = id => shown.size === 1 && shown.has(id);

function put(id, isWhole) {
  newest = id;
  if (isWhole) {
    past.push(...shown);
    past.splice(0, past.length - 50);
    shown.clear();
  }
  shown.add(id);
}

// A message of the stream, which turns a page that shows `since` (null: any page) into `id`. Whether it is to be drawn.
export function draws(id, since) {
  clearTimeout(owed);
  if (only(id) && since) return false;  // an answer has brought it
  if (since && !only(since) && past.includes(id)) {  // answers have gone further
    catchUp(CHECK);
    return false;
  }
  shows(id, since);
  return true;
}

function shows(id, since) {
  const fits = !since || only(since) || only(id);
  put(id, fits);
  if (!fits) catchUp(SOON);
}

// The stream says nothing of what was done and taken back between two of its looks: so an answer is looked after.
function answered(id, since) {
  const isKnown = only(id);
  shows(id, since);
  clearTimeout(owed);
  if (!isKnown) owed = setTimeout(ask, LATEST);
}

function catchUp(after) {
  clearTimeout(timer);
  timer = setTimeout(ask, after);
}

function ask() {
  const parts = shown.size > MOST ? ['everything'] : [...shown];
  const query = new URLSearchParams(parts.map(version => ['shown', version]));
  asker.asked = new Set(shown);
  htmx.ajax('GET', `${path}?${query}`, {source: asker, swap: 'none'});
}

function caughtUp(id) {
  put(id, [...shown].every(version => asker.asked.has(version)));
  if (!only(id)) catchUp(CHECK);
}

// Where the stream begins: at what the page shows, or anew where that is not one version.
export function urlFrom(url) {
  const found = new URL(url, location.href);
  found.searchParams.set('since', shown.size === 1 ? newest : '');
  return found.pathname + found.search;
}

export function begin(live) {
  const url = new URL(live.getAttribute('hx-sse:connect'), location.href);
  path = url.pathname.replace(/live$/, 'since');
  put(url.searchParams.get('since'), true);
  asker = document.createElement('i');
  asker.hidden = true;
  asker.setAttribute('hx-sync', 'replace');
  document.body.append(asker);
  document.addEventListener('htmx:config:request', event => {
    if (event.target !== live && newest) event.detail.ctx.request.headers['Shirma-Version'] = newest;
  });
  document.addEventListener('htmx:before:swap', event => {
    const {ctx} = event.detail, id = ctx?.response?.headers?.get('ETag')?.replace(/^W\/|"/g, '');
    if (!id || event.target === live) return;
    if (ctx.sourceElement === asker) caughtUp(id);
    else answered(id, ctx.response.headers.get('Shirma-Since'));
  });
}
