// A file of its own, because the CSP allows no inline script; one, because a parent's page counts its requests (ux §5).

// Before the first paint: without it a page in the dark scheme would flash white.
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

// Before any module: zod reads this at its first schema and would otherwise try `new Function`, which the CSP reports.
globalThis.__zod_globalConfig = { jitless: true }
