// live.js: the page's stream. A hidden tab closes it and opens it again when shown (a TV view never closes it);
// a lost connection shows after three seconds, comes back by itself and catches up from the last version it saw.
import {$} from './dom.js';
import * as versions from './versions.js';

const live = $('#live');
const SILENCE = 40_000, PATIENCE = 3_000, OVER = new Set([401, 403, 404, 410]);
const DELAY = 500, LONGEST_DELAY = 30_000, AGAIN = 60_000;
let connection = null, heard = 0, lost = 0, kept = 0, tries = 0, silent = 0, ended = false;

function draw() {
  const banner = $('#banner');
  if (!banner) return;
  banner.hidden = !(lost && performance.now() - lost >= PATIENCE);
  $('[data-kept]', banner).hidden = !kept;
  $('[data-kept] b', banner).textContent = kept;
  document.body.toggleAttribute('data-ui-offline', !banner.hidden);
}

function down() {
  lost ||= performance.now();
  setTimeout(draw, PATIENCE + 20);
}

function up() {
  heard = performance.now();
  if (lost || kept) document.dispatchEvent(new CustomEvent('shirma:live'));
  lost = kept = tries = 0;
  draw();
}

// hx-sse comes back by itself once it was open; a first connection that fails is tried again here.
async function open() {
  if (ended || connection || (document.hidden && !('tv' in live.dataset))) return;
  await htmx.ajax('GET', versions.urlFrom(live.getAttribute('hx-sse:connect')), {source: live, target: live, swap: 'none', timeout: 10_000});
  if (ended || connection) return;
  down();
  tries += 1;
  setTimeout(open, Math.min(5000, 500 * 2 ** tries) * (0.8 + Math.random() * 0.4));
}

// A page that may listen no more is drawn anew, and then says why. Where it is drawn as before, it waits for a minute.
function over(status) {
  if (!OVER.has(status)) return;
  const before = Number(sessionStorage.getItem('over') ?? 0);
  ended = Date.now() - before < AGAIN;
  sessionStorage.setItem('over', Date.now());
  if (!ended) location.reload();
  connection?.abortController?.abort();
  down();
  setTimeout(() => { ended = false; open(); }, AGAIN);
}

// Streams that end before they said anything are opened again ever more slowly.
function connected(one) {
  connection = one;
  connection.config.reconnectDelay = Math.min(LONGEST_DELAY, DELAY * 2 ** silent);
  silent += 1;
  if (silent < 4) up();
}

function said() {
  silent = 0;
  if (connection) connection.config.reconnectDelay = DELAY;
  up();
}

function listen() {
  live.addEventListener('htmx:sse:after:connection', event => connected(event.detail.connection));
  live.addEventListener('htmx:sse:before:connection', () => { if (connection && !document.hidden) down(); });
  live.addEventListener('htmx:sse:error', event => { over(event.detail.status); down(); });
  live.addEventListener('htmx:sse:close', () => { connection = null; if (live.isConnected) open(); });
  live.addEventListener('htmx:response:error', event => over(event.detail.ctx.response.status));
  live.addEventListener('ping', said);
  live.addEventListener('gone', () => location.reload());
  live.addEventListener('htmx:sse:before:message', event => {
    said();
    const {id, event: name, data} = event.detail.message;
    const [, since] = !name && id && /^<!--since (\S*)-->/.exec(data) || [];
    if (since === undefined || versions.draws(id, since || null)) return;
    event.preventDefault();
    live.dispatchEvent(new CustomEvent('htmx:sse:after:message', {bubbles: true}));
  });
}

if (live) {
  listen();
  setInterval(() => {
    if (connection && !document.hidden && performance.now() - heard > SILENCE) { down(); connection.reader?.cancel(); }
  }, 5000);
  addEventListener('offline', down);
  addEventListener('online', () => connection?.delayCanceller?.());
  document.addEventListener('visibilitychange', () => { if (!document.hidden) { heard = performance.now(); open(); connection?.delayCanceller?.(); } });
  document.addEventListener('shirma:kept', event => { kept = event.detail; down(); });
  versions.begin(live);
  open();
}
