// times.js: a time of day on the screen is the viewer's own; the server, which may stand elsewhere, says the moment.
import {$, $$} from './dom.js';

const main = $('#main');
const clock = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit'});

function tell() {
  for (const time of $$('time[datetime]', main)) {
    const said = clock.format(new Date(time.dateTime));
    if (time.textContent !== said) time.textContent = said;
  }
}

if (main) {
  new MutationObserver(tell).observe(main, {childList: true, subtree: true, characterData: true});
  tell();
}
