import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { DAY_MS, formatDayOf } from '#contract/dates.ts'
import type { Env } from '#server/env.ts'
import { findMailboxFault, folderIn, type MailboxFault } from '#server/mail/bounce-mailbox.ts'
import { findMailFault } from '#server/mail/transport.ts'
import { type Finding, fault, hint } from './findings.ts'

const CERTIFICATE_MS = 14 * DAY_MS
const CONNECT_MS = 5000
const HTTPS_PORT = 443

/** Whether mails can leave. */
export async function checkMail({ SMTP_URL }: Env): Promise<Finding[]> {
  const found = SMTP_URL ? await findMailFault(SMTP_URL) : undefined
  if (!SMTP_URL || !found) return []
  const { host } = new URL(SMTP_URL)
  return [
    found.isRefused
      ? fault(
          'mail_refused',
          `Der Mailserver ${host} lehnt ab: ${found.reason}`,
          'Bitte prüfen Sie Konto und Kennwort in SMTP_URL.',
        )
      : fault(
          'mail_unreachable',
          `Der Mailserver ${host} ist nicht erreichbar: ${found.reason}`,
          'Bitte prüfen Sie Rechner und Port in SMTP_URL und ob eine Firewall dazwischen ist.',
        ),
  ]
}

const CERTIFICATE_TEXTS: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'Es gilt für einen anderen Namen.',
  CERT_HAS_EXPIRED: 'Es ist abgelaufen.',
  CERT_NOT_YET_VALID: 'Es gilt noch nicht.',
}

const MAILBOX_FINDINGS: Record<MailboxFault['step'], (url: URL, code: string) => Finding> = {
  connection: ({ host }, code) =>
    fault(
      'mailbox_unreachable',
      `Der Rechner ${host} mit den zurückgekommenen E-Mails ist nicht erreichbar: ${code}`,
      'Bitte prüfen Sie Rechner und Port in IMAP_URL und ob eine Firewall dazwischen ist.',
    ),
  encryption: ({ host }) =>
    fault(
      'mailbox_unencrypted',
      `Der Rechner ${host} mit den zurückgekommenen E-Mails bietet keine Verschlüsselung an.`,
      'Bitte schreiben Sie in IMAP_URL imaps:// und den Port 993.',
    ),
  certificate: ({ host }, code) =>
    fault(
      'mailbox_certificate',
      `Dem Zertifikat von ${host} (IMAP_URL) ist nicht zu trauen. ${CERTIFICATE_TEXTS[code] ?? 'Seine Zertifizierungsstelle ist hier nicht bekannt.'}`,
      'Bitte nennen Sie in IMAP_URL den Namen aus dem Zertifikat, erneuern Sie es, oder nennen Sie Ihre eigene Zertifizierungsstelle in NODE_EXTRA_CA_CERTS.',
    ),
  account: ({ host }) =>
    fault(
      'mailbox_refused',
      `Der Rechner ${host} mit den zurückgekommenen E-Mails lehnt das Konto ab.`,
      'Bitte prüfen Sie Konto und Kennwort in IMAP_URL.',
    ),
  folder: (url) =>
    fault(
      'mailbox_folder',
      `Der Ordner „${folderIn(url)}“ lässt sich auf ${url.host} mit dem Konto aus IMAP_URL nicht öffnen.`,
      'Bitte prüfen Sie den Ordner am Ende von IMAP_URL.',
    ),
}

/** Whether the mailbox with returned mails can be read. */
export async function checkMailbox({ IMAP_URL }: Env): Promise<Finding[]> {
  const found = IMAP_URL ? await findMailboxFault(IMAP_URL) : undefined
  return IMAP_URL && found ? [MAILBOX_FINDINGS[found.step](new URL(IMAP_URL), found.code)] : []
}

const endText = (name: string, end: Date, now: Date) =>
  end.getTime() < now.getTime()
    ? `Das Zertifikat ${name} ist am ${formatDayOf(end)} abgelaufen.`
    : `Das Zertifikat ${name} läuft am ${formatDayOf(end)} ab.`

const checkEnd = (name: string, { validTo }: Pick<X509Certificate, 'validTo'>, now: Date): Finding[] => {
  const end = new Date(validTo)
  if (end.getTime() - now.getTime() > CERTIFICATE_MS) return []
  return [
    fault(
      'certificate',
      endText(name, end, now),
      'Bitte erneuern Sie es und laden Sie nginx neu (certbot renew, systemctl reload nginx).',
    ),
  ]
}

/** The certificate that people's browsers get; undefined when nobody answers there. It may be wrong in any other way. */
const fetchCertificate = ({ hostname, port }: URL) =>
  new Promise<X509Certificate | undefined>((resolve) => {
    const options = {
      host: hostname,
      port: Number(port) || HTTPS_PORT,
      // Only names are sent; for an address the server chooses.
      ...(isIP(hostname.replaceAll(/[[\]]/g, '')) ? {} : { servername: hostname }),
      // Only its last day is asked; an expired one would end the connection.
      rejectUnauthorized: false,
    }
    const socket = connect(options, () => {
      const found = socket.getPeerX509Certificate()
      socket.destroy()
      resolve(found)
    })
    const giveUp = () => {
      socket.destroy()
      resolve(undefined)
    }
    socket.setTimeout(CONNECT_MS, giveUp)
    socket.once('error', giveUp)
  })

/** How long TLS of APP_URL still works. */
export async function checkTls({ APP_URL }: Env, now: Date): Promise<Finding[]> {
  const url = new URL(APP_URL)
  if (url.protocol !== 'https:') return []
  const certificate = await fetchCertificate(url)
  if (certificate) return checkEnd(`von ${url.host}`, certificate, now)
  return [
    hint(
      'tls_unreachable',
      `Unter APP_URL (${APP_URL}) antwortet von hier niemand; das Zertifikat ließ sich nicht prüfen.`,
      'Bitte prüfen Sie nginx, oder nennen Sie die Datei mit --certificate.',
    ),
  ]
}

/** The same for files, for a proxy on another machine or before it is put in place. */
export const checkCertificateFiles = (files: readonly string[], now: Date): Finding[] =>
  files.flatMap((file) => {
    try {
      return checkEnd(`in ${file}`, new X509Certificate(readFileSync(file)), now)
    } catch {
      return [
        fault(
          'certificate_file',
          `${file} ist kein lesbares Zertifikat.`,
          'Bitte nennen Sie die Datei mit dem Zertifikat (PEM).',
        ),
      ]
    }
  })
