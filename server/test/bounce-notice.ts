export interface Notice {
  /** The header of the mail that came back. */
  header: string
  recipient: string
  status?: string
  action?: string
  diagnostic?: string
  original?: string
  /** How the mail comes back: its header alone, or whole. */
  part?: 'text/rfc822-headers' | 'message/rfc822'
}

/** A notice as Postfix writes it (RFC 3464). */
export const bounceNotice = ({
  header,
  recipient,
  status = '5.1.1',
  action = 'failed',
  diagnostic = `smtp; 550 ${status} <${recipient}>: refused`,
  original,
  part = 'text/rfc822-headers',
}: Notice) =>
  [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mail.example.org (Mail Delivery System)',
    'To: schule@example.org',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="AB12.34/mail.example.org"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--AB12.34/mail.example.org',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `I'm sorry to have to inform you: <${recipient}> was not reached.`,
    '',
    '--AB12.34/mail.example.org',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.org',
    'Arrival-Date: Fri, 20 Nov 2026 07:40:00 +0100 (CET)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    ...(original ? [`Original-Recipient: rfc822;${original}`] : []),
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--AB12.34/mail.example.org',
    'Content-Description: Undelivered Message',
    `Content-Type: ${part}`,
    '',
    header.replaceAll(/\r?\n/g, '\r\n').trimEnd(),
    '',
    ...(part === 'message/rfc822' ? ['Der Text der E-Mail.', ''] : []),
    '--AB12.34/mail.example.org--',
    '',
  ].join('\r\n')
