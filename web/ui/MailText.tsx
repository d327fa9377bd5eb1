/** A mail address that breaks before the @ where it does not fit into one line. */
export const MailText = ({ mail }: { mail: string }) => {
  const at = mail.lastIndexOf('@')
  return at < 1 ? (
    mail
  ) : (
    <span className="sh-breaks">
      {mail.slice(0, at)}
      <wbr />
      {mail.slice(at)}
    </span>
  )
}
