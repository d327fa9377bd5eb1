import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { explainListenFault } from '#server/start-error.ts'

const RETRY_SECONDS = 10

const SENTENCE = 'Schulhof wird gerade aktualisiert. Bitte versuchen Sie es in ein paar Minuten noch einmal.'

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.6 system-ui, sans-serif; background: Canvas; color: CanvasText }
main { max-width: 30rem; margin: 1rem; padding: 2rem 1.5rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: 12px }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 }
p { margin: 1rem 0 0 }`

const PAGE = `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Schulhof wird aktualisiert</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Schulhof wird gerade aktualisiert</h1>
<p>Meistens dauert das weniger als eine Minute. Diese Seite lädt von selbst neu, bis es weitergeht.</p>
<p>Seiten, die schon offen sind, behalten, was Sie eingegeben haben. Speichern Sie es danach bitte noch einmal.</p>
</main>
</body>
</html>
`

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  // The next request must reach the program itself.
  Connection: 'close',
}

const sendJson = (response: ServerResponse, status: number, body: object) =>
  response
    .writeHead(status, { ...HEADERS, 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))

const wantsPage = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html')

function answer(request: IncomingMessage, response: ServerResponse) {
  request.resume()
  const path = request.url?.split('?')[0]
  if (path === '/healthz') return sendJson(response, 200, { status: 'ok' })
  if (path === '/readyz') return sendJson(response, 503, { status: 'unavailable' })
  response.setHeader('Retry-After', RETRY_SECONDS)
  if (wantsPage(request))
    return response.writeHead(503, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE)
  return sendJson(response, 503, { message: SENTENCE })
}

/** Answers everybody in the program's place while the database is being upgraded. */
export function waitingPage({ HOST, PORT }: { HOST: string; PORT: number }) {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, answer)
  return {
    /** Throws a `StartError` when the port is in use; doing it again changes nothing. */
    async open() {
      if (server.listening) return
      await new Promise<void>((resolve, reject) => {
        server.once('error', (fault) => reject(explainListenFault(fault)))
        server.listen({ host: HOST, port: PORT }, resolve)
      })
    },
    async close() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
