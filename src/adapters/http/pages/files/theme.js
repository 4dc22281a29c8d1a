// Light or dark theme on all pages: that of the system, until the reader chooses. Loaded before the page is drawn, so the other theme never flashes.
(() => {
  const storedAs = 'theme';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;

  // Browsers can forbid storage; then the choice lasts as long as the page.
  const recall = () => {
    try {
      // The explorer's own key, from before all pages had one theme.
      return localStorage.getItem(storedAs) ?? localStorage.getItem('explorer-theme');
    } catch {
      return null;
    }
  };
  const remember = (theme) => {
    try {
      localStorage.setItem(storedAs, theme);
    } catch {
      return;
    }
  };

  let chosen = recall();
  const show = () => {
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    root.dataset.theme = dark ? 'dark' : 'light';
  };
  show();
  system.addEventListener('change', show);

  // Another tab has chosen.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== storedAs) return;
    chosen = newValue;
    show();
  });

  addEventListener('click', ({ target }) => {
    if (!target.closest?.('.theme-switch')) return;
    chosen = root.dataset.theme === 'dark' ? 'light' : 'dark';
    remember(chosen);
    show();
  });
})();
