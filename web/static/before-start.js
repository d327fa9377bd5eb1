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

// A program that cannot be loaded would leave an empty page. After an update the page may be an old one: it is loaded
// anew once (`ErrorPage.tsx` does the same for parts that come later); if that does not help, it says so.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const key = 'schulhof-reloaded'
    let isFirst = false
    try {
      isFirst = navigator.onLine && sessionStorage.getItem(key) !== target.src
      if (isFirst) sessionStorage.setItem(key, target.src)
    } catch {
      // Without storage nobody knows whether it was tried already.
    }
    if (isFirst) return location.reload()
    const root = document.getElementById('root')
    if (!root || root.childElementCount > 0) return
    const main = root.appendChild(document.createElement('main'))
    const alert = main.appendChild(document.createElement('div'))
    const add = (tag, text) => alert.appendChild(Object.assign(document.createElement(tag), { textContent: text }))
    alert.setAttribute('role', 'alert')
    Object.assign(main.style, { maxWidth: '36rem', margin: '3rem auto', padding: '0 1rem', font: '1rem/1.5 system-ui' })
    add('h1', 'Die Seite konnte nicht geladen werden')
    add(
      'p',
      navigator.onLine
        ? 'Vielleicht wird Schulhof gerade erneuert. Bitte laden Sie die Seite in einer Minute neu.'
        : 'Sie sind offline. Bitte laden Sie die Seite neu, sobald Sie wieder Internet haben.',
    )
    const button = add('button', 'Seite neu laden')
    Object.assign(button.style, { font: 'inherit', minHeight: '44px', padding: '0 1rem', cursor: 'pointer' })
    button.onclick = () => location.reload()
  },
  true,
)
