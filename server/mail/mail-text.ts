import { Eta } from 'eta'

/** The content of a mail; its text and HTML parts are made from it. */
export interface MailText {
  subject: string
  schoolName: string
  /** Line breaks and paragraphs in it stay. */
  greeting: string
  paragraphs: readonly string[]
  /** The one thing to do, as a link. */
  action?: { label: string; url: string }
  /** Further links, each with a label. */
  links?: { label: string; url: string }[]
  /** Small print under the action. */
  closing: readonly string[]
}

const eta = new Eta({ autoEscape: true, autoTrim: false })

const HTML = eta.compile(`<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title><%= it.subject %></title></head>
<body style="margin:0;background:#fbfaf7;color:#1b2430;font:16px/1.5 'Source Sans 3',Arial,sans-serif">
<div style="max-width:34em;margin:0 auto;padding:24px">
<p style="font-weight:600;border-bottom:3px solid #0b4d9f;padding-bottom:8px"><%= it.schoolName %></p>
<% for (const paragraph of [it.greeting, ...it.paragraphs]) { %><p><% paragraph.split('\\n').forEach((line, index) => { %><% if (index > 0) { %><br><% } %><%= line %><% }) %></p>
<% } %><% if (it.action) { %><p><a href="<%= it.action.url %>" style="display:inline-block;background:#0b4d9f;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none"><%= it.action.label %></a></p>
<p style="font-size:14px">Falls der Knopf nicht geht, öffnen Sie bitte diese Adresse:<br><%= it.action.url %></p>
<% } %><% for (const link of it.links ?? []) { %><p><%= link.label %>:<br><a href="<%= link.url %>"><%= link.url %></a></p>
<% } %><% for (const line of it.closing) { %><p style="font-size:14px;color:#4a5563"><%= line %></p>
<% } %></div></body></html>
`)

/** Plain text and HTML of a mail; all user input is escaped. */
export function renderMail(mail: MailText) {
  const links = [...(mail.action ? [mail.action] : []), ...(mail.links ?? [])]
  const lines = links.map(({ label, url }) => `${label}:\n${url}`)
  const text = [mail.greeting, ...mail.paragraphs, ...lines, ...mail.closing, mail.schoolName].join('\n\n')
  return { subject: mail.subject, text: `${text}\n`, html: eta.render(HTML, mail) }
}

const PLAIN_HTML = eta.compile(`<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title><%= it.subject %></title></head>
<body style="font:16px/1.5 'Source Sans 3',Arial,sans-serif;white-space:pre-wrap"><%= it.content %></body></html>
`)

/** HTML that shows a text exactly as it was typed. */
export const htmlOfText = (mail: { subject: string; content: string }) => eta.render(PLAIN_HTML, mail)
