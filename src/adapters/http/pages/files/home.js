// Completes the home page: puts the page's address into the commands, adds copy buttons, and shows how many resources there are.
const usual = document.body.dataset.address;
const called = new URL('.', location.href).href.replace(/\/$/, '').replaceAll("'", '%27');
const told = document.createElement('p');
told.className = 'hidden';
told.setAttribute('role', 'status');
document.querySelector('main').append(told);

for (const command of document.querySelectorAll('.command')) {
  const code = command.querySelector('code');
  code.textContent = code.textContent.replaceAll(usual.replaceAll("'", '%27'), called);
  command.append(copyButton(code));
}
// The page is complete without counts.
for (const place of document.querySelectorAll('[data-counted-by]')) count(place).catch(() => undefined);

function copyButton(code) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(code, button));
  return button;
}

async function copy(code, button) {
  const done = (await copied(code)) ? 'Copied' : 'Selected';
  button.textContent = done;
  told.textContent = done;
  setTimeout(() => {
    button.textContent = 'Copy';
    told.textContent = '';
  }, 2000);
}

/** Selects the code if the page may not write to the clipboard, which requires a secure context. */
async function copied(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return false;
  }
}

async function count(place) {
  const answer = await fetch(place.dataset.countedBy, { headers: { Accept: 'application/vnd.api+json' } });
  if (!answer.ok) return;
  const { meta } = await answer.json();
  place.textContent = meta.count.toLocaleString('en');
}
