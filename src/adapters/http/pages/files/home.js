// Puts the address under which this page was called into the commands, which then work when pasted.
const usual = document.body.dataset.address;
const called = new URL('.', location.href).href.replace(/\/$/, '').replaceAll("'", '%27');
for (const command of document.querySelectorAll('pre > code'))
  command.textContent = command.textContent.replaceAll(usual.replaceAll("'", '%27'), called);
