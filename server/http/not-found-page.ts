import type { FastifyRequest } from 'fastify'

/** Whether a person's browser asks for this address, and no program; calls under `/api` get JSON whoever asks. */
export const asksForPage = ({ method, headers, url }: Pick<FastifyRequest, 'method' | 'headers' | 'url'>) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true && !/^\/api(\/|$)/.test(url)

/** Spec §2, for addresses outside of the app, which have no program: it loads nothing, so it can always be shown. */
export const NOT_FOUND_PAGE = `<!doctype html>
<html lang="de">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>Seite nicht gefunden – Schulhof</title>
    <style>
      :root { --paper: #fbfaf7; --ink: #1b2430; --link: #0b4d9f; --card: #fff }
      @media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e8eaed; --link: #8ab8f5; --card: #1c2127 } }
      body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 "Source Sans 3", system-ui, sans-serif }
      header { padding: 14px 24px; border-bottom: 3px solid var(--link); background: var(--card); font-size: 1.125rem; font-weight: 600 }
      main { max-width: 600px; margin: 0 auto; padding: 20px 16px }
      h1 { margin: 0 0 16px; font-size: 1.75rem; line-height: 1.25 }
      a { display: inline-block; padding: 10px 0; color: var(--link); text-underline-offset: 0.2em }
    </style>
  </head>
  <body>
    <header>Schulhof</header>
    <main>
      <h1>Seite nicht gefunden</h1>
      <p>Diese Adresse gibt es nicht. Bitte prüfen Sie, ob Sie sich vertippt haben.</p>
      <a href="/app/">Zur Startseite</a>
    </main>
  </body>
</html>
`
