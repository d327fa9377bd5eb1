import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { DAY_MS, formatDayOf } from '#contract/dates.ts'
import type { Env } from '#server/env.ts'
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
