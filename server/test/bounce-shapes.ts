import { bounceNotice } from './bounce-notice.ts'

/** The header of the mail that came back, and where it went. */
interface Returned {
  header: string
  recipient: string
}

interface Shape {
  name: string
  write(returned: Returned): string
  /** Why the address cannot be reached; null: it is not the reason. Undefined: nothing is learned from it. */
  reason: string | null | undefined
}

const lines = (...parts: string[]) => parts.join('\n').replaceAll(/\r?\n/g, '\r\n')

/** The words of Microsoft's servers come in two forms, and the whole mail comes back. */
const microsoft = ({ header, recipient }: Returned, status: string, words: string) =>
  lines(
    'Received: from AM0EXA.mail.example.net (2001:db8::1) by AM0EXB.mail.example.net; Fri, 20 Nov 2026 07:41:02 +0000',
    'MIME-Version: 1.0',
    'From: <postmaster@mail.example.net>',
    'To: <schule@example.org>',
    'Date: Fri, 20 Nov 2026 07:41:02 +0000',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="7d1f2a6e-0b61-4f0e-9a55-3c1c0f5f2b10"',
    'X-MS-Exchange-Message-Is-Ndr:',
    'Content-Language: de-DE',
    'Subject: Unzustellbar: Elternbrief',
    'Auto-Submitted: auto-replied',
    '',
    '--7d1f2a6e-0b61-4f0e-9a55-3c1c0f5f2b10',
    'Content-Type: multipart/alternative; differences=Content-Type;',
    '\tboundary="2c9b51d4-8a7e-4f6d-b2a1-0d5e6f7a8b9c"',
    '',
    '--2c9b51d4-8a7e-4f6d-b2a1-0d5e6f7a8b9c',
    'Content-Type: text/plain; charset="utf-8"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`Ihre Nachricht an ${recipient} kam nicht an.\n`).toString('base64'),
    '',
    '--2c9b51d4-8a7e-4f6d-b2a1-0d5e6f7a8b9c',
    'Content-Type: text/html; charset="utf-8"',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `<html><body><p>Ihre Nachricht an <b>${recipient}</b> kam nicht an.</p></body></html>`,
    '',
    '--2c9b51d4-8a7e-4f6d-b2a1-0d5e6f7a8b9c--',
    '',
    '--7d1f2a6e-0b61-4f0e-9a55-3c1c0f5f2b10',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns;AM0EXB.mail.example.net',
    'Received-From-MTA: dns;mail.example.org',
    'Arrival-Date: Fri, 20 Nov 2026 07:41:00 +0000',
    '',
    `Final-Recipient: rfc822;${recipient}`,
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp;550 ${status} ${words}`,
    'X-Display-Name: Empfang',
    '',
    '--7d1f2a6e-0b61-4f0e-9a55-3c1c0f5f2b10',
    'Content-Type: message/rfc822',
    '',
    header,
    '',
    'Der Text der Nachricht.',
    '',
    '--7d1f2a6e-0b61-4f0e-9a55-3c1c0f5f2b10--',
    '',
  )

const PICTURE = [
  '--000000000000a1b2c4',
  'Content-Type: image/png; name="icon.png"',
  'Content-Disposition: attachment; filename="icon.png"',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <icon.png>',
  '',
  Buffer.alloc(6000, 7).toString('base64').replaceAll(/.{76}/g, '$&\n'),
]

/** Google's notices have a picture inside, and words over several lines. */
const google = ({ header, recipient }: Returned) =>
  lines(
    'Return-Path: <>',
    'Received: by 2002:a05:6402:1a2b with SMTP id b1csp123; Fri, 20 Nov 2026 07:41:02 -0800 (PST)',
    'Content-Type: multipart/report; boundary="000000000000a1b2c3"; report-type=delivery-status',
    'To: schule@example.org',
    'Auto-Submitted: auto-replied',
    'Subject: Delivery Status Notification (Failure)',
    'From: Mail Delivery Subsystem <mailer-daemon@mail.example.com>',
    'In-Reply-To: <somebody-else@example.org>',
    'Message-ID: <65f0a1.b2.1@mail.example.com>',
    'Date: Fri, 20 Nov 2026 07:41:02 -0800 (PST)',
    '',
    '--000000000000a1b2c3',
    'Content-Type: multipart/related; boundary="000000000000a1b2c4"',
    '',
    '--000000000000a1b2c4',
    'Content-Type: multipart/alternative; boundary="000000000000a1b2c5"',
    '',
    '--000000000000a1b2c5',
    'Content-Type: text/plain; charset="UTF-8"',
    '',
    `** No such address ** Nothing reached ${recipient}.`,
    '',
    '--000000000000a1b2c5',
    'Content-Type: text/html; charset="UTF-8"',
    '',
    `<p>Nothing reached <b>${recipient}</b>.</p>`,
    '',
    '--000000000000a1b2c5--',
    ...PICTURE,
    '--000000000000a1b2c4--',
    '--000000000000a1b2c3',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.com',
    'Received-From-MTA: dns; schule@example.org',
    'Arrival-Date: Fri, 20 Nov 2026 07:41:00 -0800 (PST)',
    'X-Original-Message-ID: <somebody-else@example.org>',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    'Remote-MTA: dns; mx.example.com. (2001:db8::2, the server for the domain.)',
    'Diagnostic-Code: smtp; 550-5.1.1 There is no such account. Please look for',
    ' 550-5.1.1 mistakes in the address.',
    ' 550 5.1.1 ab12cd - msmtp',
    'Last-Attempt-Date: Fri, 20 Nov 2026 07:41:02 -0800 (PST)',
    '',
    '--000000000000a1b2c3',
    'Content-Type: message/rfc822',
    '',
    header.replace(/^Message-ID: */im, 'Message-ID:\n '),
    '',
    'Der Text der Nachricht.',
    '',
    '--000000000000a1b2c3--',
    '',
  )

/** Exim writes 5.0.0 whatever happened; the action stands before the recipient. */
const exim = ({ header, recipient }: Returned, words: string) =>
  lines(
    'Return-path: <>',
    `X-Failed-Recipients: ${recipient}`,
    'Auto-Submitted: auto-replied',
    'From: Mail Delivery System <Mailer-Daemon@mx.example.net>',
    'To: schule@example.org',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=1700463662-eximdsn-1804289383',
    'MIME-Version: 1.0',
    'Subject: Mail delivery failed: returning message to sender',
    '',
    '--1700463662-eximdsn-1804289383',
    'Content-type: text/plain; charset=us-ascii',
    '',
    `This message was created automatically. It was not delivered to ${recipient}.`,
    '',
    '--1700463662-eximdsn-1804289383',
    'Content-type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Action: failed',
    `Final-Recipient: rfc822;${recipient}`,
    'Status: 5.0.0',
    'Remote-MTA: dns; mx.example.com',
    `Diagnostic-Code: smtp; ${words}`,
    '',
    '--1700463662-eximdsn-1804289383',
    'Content-type: text/rfc822-headers',
    '',
    'Return-path: <schule@example.org>',
    header,
    '',
    '--1700463662-eximdsn-1804289383--',
    '',
  )

/** Notices as several mail servers write them, in their structure, with words of our own. */
export const BOUNCE_SHAPES: readonly Shape[] = [
  { name: 'Postfix', write: (returned) => bounceNotice(returned), reason: 'unknown' },
  {
    name: 'Postfix, no server for the domain',
    write: (returned) => bounceNotice({ ...returned, status: '5.4.4', diagnostic: 'X-Postfix; Host not found' }),
    reason: 'no_server',
  },
  {
    name: 'Microsoft, unknown',
    write: (returned) => microsoft(returned, '5.1.10', 'RESOLVER.ADR.RecipientNotFound; Recipient not found by lookup'),
    reason: 'unknown',
  },
  {
    name: 'Microsoft, against its rules',
    write: (returned) => microsoft(returned, '5.7.133', 'RESOLVER.RST.SenderNotAuthenticatedForGroup; not allowed'),
    reason: null,
  },
  { name: 'Google', write: google, reason: 'unknown' },
  { name: 'Exim, with words', write: (returned) => exim(returned, '550 No such user here'), reason: 'unknown' },
  {
    name: 'Exim, with the number of the other server',
    write: (returned) => exim(returned, '550 5.1.1 Diese Adresse ist hier fremd'),
    reason: 'unknown',
  },
  {
    name: 'Exim, about spam',
    write: (returned) => exim(returned, '550 5.7.1 [192.0.2.4] stands on a list'),
    reason: null,
  },
  {
    name: 'Postfix, a delay',
    write: (returned) => bounceNotice({ ...returned, action: 'delayed', status: '4.4.1' }),
    reason: undefined,
  },
  {
    name: 'qmail, which writes no RFC 3464',
    write: ({ header, recipient }) =>
      lines(
        'Return-Path: <>',
        'From: MAILER-DAEMON@mx.example.net',
        'To: schule@example.org',
        'Subject: failure notice',
        '',
        `<${recipient}>:`,
        'No mailbox here by that name. (#5.1.1)',
        '',
        '--- Below this line is a copy of the message.',
        '',
        header,
        '',
      ),
    reason: undefined,
  },
  {
    name: 'an answer of somebody who is away',
    write: ({ header, recipient }) =>
      lines(
        `From: ${recipient}`,
        'To: schule@example.org',
        'Subject: Abwesend',
        'Auto-Submitted: auto-replied',
        `References: ${/<mail-[^>]+>/.exec(header)?.[0] ?? ''}`,
        '',
        'Guten Tag, ich bin erst am Montag wieder da.',
        '',
      ),
    reason: undefined,
  },
]
