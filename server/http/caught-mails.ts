import { Eta } from 'eta'
import type { FastifyInstance } from 'fastify'
import { formatDateTime } from '#contract/dates.ts'
import type { Catcher } from '#server/mail/catcher.ts'

const PAGE = `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Abgefangene E-Mails – Demo</title></head>
<body style="font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em">
<h1>Abgefangene E-Mails</h1>
<p>In der Demo wird nichts versendet. <a href="/demo/mails">Neu laden</a></p>
<% if (it.mails.length === 0) { %><p>Noch keine E-Mails.</p><% } %>
<% for (const mail of it.mails) { %><article style="border-top:1px solid #ccc;padding:1em 0">
<h2 style="font-size:1.1em;margin:0"><%= mail.subject %></h2>
<p style="margin:.25em 0;color:#555">an <%= mail.to %> · <%= it.formatDateTime(mail.created_at) %></p>
<pre style="white-space:pre-wrap;font:inherit"><% for (const part of it.linked(mail.text)) { %><% if (part.url) { %><a href="<%= part.url %>"><%= part.url %></a><% } else { %><%= part.text %><% } %><% } %></pre>
</article><% } %>
</body></html>`

const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part) => (part.startsWith('http') ? { url: part } : { text: part }))

const eta = new Eta({ autoEscape: true, autoTrim: false })

/** The demo's mails for people and for tests; never mounted elsewhere. */
export function registerCaughtMails(app: FastifyInstance, catcher: Catcher) {
  app.get('/demo/mails', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(eta.renderString(PAGE, { mails: catcher.mails, formatDateTime, linked })),
  )
  app.get('/demo/mails.json', () => catcher.mails)
}
