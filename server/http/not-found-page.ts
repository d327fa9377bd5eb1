import type { FastifyRequest } from 'fastify'

/** Whether a person's browser asks for this address, and no program; calls under `/api` get JSON whoever asks. */
export const asksForPage = ({ method, headers, url }: Pick<FastifyRequest, 'method' | 'headers' | 'url'>) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true && !/^\/api(\/|$)/.test(url)

/** The two weights of the font among the files of the build, whose names carry a hash. */
const fontFaces = (assets: readonly string[]) =>
  [400, 600]
    .flatMap((weight) => {
      const file = assets.find(
        (name) => name.startsWith(`source-sans-3-latin-${weight}-normal`) && name.endsWith('.woff2'),
      )
      if (!file) return []
      const source = `url("/app/assets/${file}") format("woff2")`
      return `@font-face { font-family: "Source Sans 3"; font-weight: ${weight}; font-display: swap; src: ${source} }`
    })
    .join('\n      ')

/**
 * Spec §2, for addresses outside of the app, which have no program: it runs none, so it can always be shown. It looks
 * like the app's own page; without the built files only the font is missing.
 */
export const notFoundPage = (assets: readonly string[]) => `<!doctype html>
<html lang="de">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>Seite nicht gefunden – Schulhof</title>
    <link rel="icon" type="image/svg+xml" href="/app/favicon.svg">
    <style>
      ${fontFaces(assets)}
      :root { --paper: #fbfaf7; --ink: #1b2430; --link: #0b4d9f; --card: #fff; --brand: #0b4d9f }
      @media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e9ecf1; --link: #9cc2f3; --card: #1b212a; --brand: #2b6cb8 } }
      body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 "Source Sans 3", system-ui, sans-serif }
      header { box-sizing: border-box; height: 59px; padding: 13px 20px; border-bottom: 3px solid var(--link); background: var(--card); font-size: 1.25rem; font-weight: 600 }
      main { max-width: 600px; margin: 0 auto; padding: 24px 16px }
      h1 { margin: 0 0 20px; font-size: 1.75rem; font-weight: 600; line-height: 1.25 }
      p { margin: 0 0 20px }
      nav { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px }
      a { padding: 6px 0; color: var(--link); text-underline-offset: 0.2em }
      a:first-child { padding: 6px 18px; border-radius: 8px; background: var(--brand); color: #fff; font-weight: 600; text-decoration: none }
    </style>
  </head>
  <body>
    <header>Schulhof</header>
    <main>
      <h1>Seite nicht gefunden</h1>
      <p>Diese Adresse gibt es nicht. Bitte prüfen Sie, ob Sie sich vertippt haben.</p>
      <nav aria-label="Wie es weitergeht">
        <a href="/app/">Zur Startseite</a>
        <a href="/app/susByUuid/">Kind krankmelden</a>
        <a href="/app/base/login">Zum Login</a>
      </nav>
    </main>
  </body>
</html>
`
