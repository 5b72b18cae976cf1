// morph.js: what a person did to the page is kept when the server draws it anew.
// An attribute named in data-keep, and `open` of a <details>, belongs to the page.
// A field that someone changed keeps what was typed; an untouched one follows the server.
const FIELDS = {
  value: element => element.value !== element.defaultValue,
  checked: element => element.checked !== element.defaultChecked,
  selected: element => element.selected !== element.defaultSelected,
};

function keepsOwn(element, name) {
  return (name === 'open' && element.tagName === 'DETAILS') || (element.dataset?.keep ?? '').split(' ').includes(name);
}

function follow(element, name, value) {
  const touched = FIELDS[name](element);
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
  if (touched || element === document.activeElement) return;
  if (name === 'value') element.value = value ?? '';
  else element[name] = value !== null;
}

const isField = (element, name) =>
  name in FIELDS && (name === 'value' ? element.matches?.('input:not([type=checkbox], [type=radio], [type=hidden])') : name in element);

// An empty element marked data-same stands for one that the page has already and keeps as it is.
const isSame = element => 'same' in (element.dataset ?? {});
document.addEventListener('htmx:after:swap', () => {
  for (const left of document.querySelectorAll('[data-same]')) left.remove();  // the page had none, and asks again
});

const nodeHooks = [];
export const onMorphNode = hook => nodeHooks.push(hook);

htmx.registerExtension('shirma', {
  htmx_before_morph_attr(element, {attrName, newValue}) {
    if (keepsOwn(element, attrName)) return false;
    if (!isField(element, attrName)) return true;
    follow(element, attrName, newValue);
    return false;
  },
  htmx_before_morph_node: (element, {newNode}) => !isSame(newNode) && nodeHooks.every(hook => hook(element, newNode) !== false),
});
