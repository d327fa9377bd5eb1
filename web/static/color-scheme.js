// Runs before the first paint: without it a page in the dark scheme would flash white. A file, because the CSP allows no inline script.
;(() => {
  let wish = 'auto'
  try {
    wish = localStorage.getItem('schulhof-color-scheme') ?? 'auto'
  } catch {
    // Storage may be forbidden: then the system's scheme holds.
  }
  const isDark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
})()
